import { print, tableOf } from '@rastro/cli/output'
import { Command, InvalidArgumentError } from 'commander'
import serverPackage from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import type { Manifest } from '../operations/backup/manifest.ts'
import { findDamage, readManifest } from '../operations/backup/manifest.ts'
import { takeBackup } from '../operations/backup/take.ts'
import { createLog } from '../platform/observability/log.ts'
import { withBus } from './operator.ts'
import { showSteps, sizeOf } from './steps.ts'

interface Options {
  jobs?: number
  wait: number
  log: boolean
  json?: true
}

const maxTables = 8

const verify = new Command('verify')
  .description('compare the files of a backup with their checksums; needs no database')
  .argument('<directory>', 'where the backup is')
  .option('--json', 'print JSON')
  .action(async (directory: string, options: { json?: true }) => {
    const manifest = await readManifest(directory)
    const faults = await showSteps(options.json, (say) =>
      findDamage(directory, manifest, (bytes) => say('checking files', bytes, manifest.bytes)),
    )
    const { id, takenAt, files, bytes } = manifest
    const good = `Backup ${id} of ${takenAt} is whole: ${files.length} files, ${sizeOf(bytes)}.`
    const bad = `The backup is damaged:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`
    print(options, { id, takenAt, files: files.length, bytes, faults }, faults.length === 0 ? good : bad)
    if (faults.length > 0) process.exitCode = 1
  })

export const backupCommand = new Command('backup')
  .description('copy the database into a directory, with what is needed to verify it; the platform goes on')
  .argument('<directory>', 'a new directory')
  .option('--jobs <number>', 'lines to the database (default: one for each core, up to 8)', wholeFrom(1))
  .option('--wait <seconds>', 'how long to wait for recorders that are behind', wholeFrom(0), 60)
  .option('--no-log', 'do not ask NATS how far the log is; replaying it is then possible by time only')
  .option('--json', 'print JSON')
  .action(async (directory: string, options: Options) => {
    const config = readConfig(process.env)
    const log = createLog('error')
    const { version } = serverPackage
    const settings = {
      directory,
      waitSeconds: options.wait,
      version,
      ...(options.jobs && { jobs: options.jobs }),
    }
    const manifest = await showSteps(options.json, (say) =>
      options.log
        ? withBus({ config, log }, (bus) => takeBackup({ config, bus }, settings, say))
        : takeBackup({ config, bus: undefined }, settings, say),
    )
    print(options, withoutLists(manifest), wordsOf(directory, manifest))
  })
  .addCommand(verify)

function withoutLists({ tables, accounts, files, ...rest }: Manifest) {
  return { ...rest, tables: tables.length, accounts: accounts.length, files: files.length }
}

function wordsOf(directory: string, manifest: Manifest): string {
  const { tables, rows, bytes, files, seconds, accounts, log, takenAt, id } = manifest
  const largest = tables.toSorted((one, other) => other.rows - one.rows).slice(0, maxTables)
  const rest = rows - largest.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    ...largest.map((table) => [table.name, String(table.rows)]),
    [`${tables.length - largest.length} others`, String(rest)],
    ['all', String(rows)],
  ]
  const behind =
    log && !log.isCaughtUp
      ? '\nThe recorders were behind: locations acknowledged before the backup began are missing in it. They are in the log; replay it after a restore.\n'
      : ''
  return `${tableOf(['table', 'rows'], lines)}

backup     ${id}, as of ${takenAt}
accounts   ${accounts.length}
size       ${sizeOf(bytes)} in ${files.length} files
took       ${seconds} s
log        ${log ? `all up to message ${log.storedSequence} of ${log.stream} is in it` : 'not asked'}
${behind}
RASTRO_SECRET is NOT in it, and without it this backup is of little use: keys and secrets in it are sealed with it.
Keep it elsewhere. The manifest only tells whether it is the same.

Next: rastro backup verify ${directory}`
}

export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} on.`)
  }
}
