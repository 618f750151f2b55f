import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Command } from 'commander'
import type { ClientOptions } from '../connection.ts'
import { asClient, connected } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { findDevice } from '../finding.ts'
import { print } from '../output.ts'

/** The server decides by the content. */
const types: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp' }

export const photo = () =>
  asClient(new Command('photo').option('--delete', 'delete the photo'))
    .description('upload the photo of a device: JPEG, PNG or WebP, at most 512 kB')
    .argument('<device>', 'its identifier (IMEI), name, or dev_…')
    .argument('[file]', 'the picture')
    .action((text: string, file: string | undefined, options: ClientOptions & { delete?: boolean }) =>
      connected(options, async (rastro) => {
        if ((file === undefined) !== (options.delete === true))
          throw new UsageError('Name a file, or --delete.')
        const { id, name } = await findDevice(rastro, text)
        const path = { deviceId: id }
        if (file === undefined) {
          await rastro.delete('/api/devices/{deviceId}/photo', { path })
          return print(options, { deleted: id }, `Deleted the photo of ${name}`)
        }
        const body = new Blob([await readPicture(file)], { type: types[extname(file)] ?? 'image/jpeg' })
        const { device } = await rastro.put('/api/devices/{deviceId}/photo', { path, body })
        print(options, device, `Uploaded the photo of ${name}`)
      }),
    )

function readPicture(file: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(file).catch((error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`)
  })
}
