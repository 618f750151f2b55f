import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Printing } from '@rastro/cli/output'
import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { buildBreachedFile } from '../features/auth/breached-passwords.api.ts'
import { InvalidError } from '../platform/http/errors.ts'

interface Options extends Printing {
  to: string
  minCount: string
}

const build = new Command('build')
  .description('build the file of breached passwords for RASTRO_BREACHED_FILE')
  .argument(
    '<file>',
    'lines <SHA-1 of a password>:<count>, sorted, as the downloader of Have I Been Pwned writes them',
  )
  .option('--to <file>', 'file to write', 'breached-passwords.bin')
  .option('--min-count <number>', 'leave out passwords seen less often', '1')
  .option('--json', 'print JSON')
  .action(async (source: string, options: Options) => {
    const minCount = Number(options.minCount)
    if (!Number.isInteger(minCount) || minCount < 1) {
      const message = `--min-count must be a whole number, not "${options.minCount}".`
      throw new InvalidError('passwords.invalid', message)
    }
    const input = createReadStream(source, { encoding: 'latin1' })
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    const passwords = await buildBreachedFile(lines, options.to, minCount)
    const words = `${options.to} has ${passwords} passwords. Set RASTRO_BREACHED_FILE to its path and restart.`
    print(options, { file: options.to, passwords }, words)
  })

export const passwordsCommand = new Command('passwords')
  .description('manage the list of breached passwords')
  .addCommand(build)
