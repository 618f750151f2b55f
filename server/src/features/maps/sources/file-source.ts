// Reads an archive from a file.

import { open } from 'node:fs/promises'
import { InvalidError } from '../../../platform/http/errors.ts'
import { damaged } from '../archive/damaged.ts'
import type { Source } from './source.types.ts'

export async function openFile(path: string): Promise<Source> {
  const file = await open(path).catch((error: Error) => {
    throw new InvalidError('maps.unreadable', `"${path}" cannot be read: ${error.message}`)
  })
  const found = await file.stat()
  const { size, mtimeMs } = found
  if (!found.isFile()) {
    await file.close()
    throw new InvalidError('maps.unreadable', `"${path}" is not a file.`)
  }
  return {
    name: path,
    sizeBytes: size,
    version: `${path} ${size} ${mtimeMs}`,
    async read(offset, bytes) {
      const buffer = Buffer.allocUnsafe(bytes)
      let done = 0
      while (done < bytes) {
        const { bytesRead } = await file.read(buffer, done, bytes - done, offset + done)
        if (bytesRead === 0) throw damaged(`the file ends after ${offset + done} bytes`)
        done += bytesRead
      }
      return buffer
    },
    close: () => file.close(),
  }
}
