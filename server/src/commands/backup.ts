import { wholeFrom } from '@rastro/cli/options'
import { print, tableOf } from '@rastro/cli/output'
import { Command } from 'commander'
import serverPackage from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import { keepBackupRun } from '../features/installation/installation.api.ts'
import type { Manifest } from '../operations/backup/manifest.ts'
import { findDamage, readManifest } from '../operations/backup/manifest.ts'
import { takeBackup } from '../operations/backup/take.ts'
import { createLog } from '../platform/observability/log.ts'
import { asOperator, withBus } from './operator.ts'
import { showSteps, sizeOf } from './steps.ts'

interface Options {
  jobs?: number
  wait: number
  log: boolean
  json?: true
}

const maxTables = 8

const verify = new Command('verify')
  .description('verify the checksums of a backup; requires no database')
  .argument('<directory>', 'directory of the backup')
  .option('--json', 'print JSON')
  .action(async (directory: string, options: { json?: true }) => {
    const manifest = await readManifest(directory)
    const faults = await showSteps(options.json, (say) =>
      findDamage(directory, manifest, (bytes) => say('checking files', bytes, manifest.bytes)),
    )
    const { id, takenAt, files, bytes } = manifest
    if (faults.length === 0) await noteVerified(new Date(takenAt))
    const good = `Backup ${id} of ${takenAt} is intact: ${files.length} files, ${sizeOf(bytes)}.`
    const bad = `The backup is damaged:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`
    print(options, { id, takenAt, files: files.length, bytes, faults }, faults.length === 0 ? good : bad)
    if (faults.length > 0) process.exitCode = 1
  })

/** For the console. A backup may be verified where there is no database. */
async function noteVerified(takenAt: Date): Promise<void> {
  try {
    await asOperator((ctx) => keepBackupRun(ctx, takenAt))
  } catch {
    // The result is printed all the same.
  }
}

export const backupCommand = new Command('backup')
  .description('back up the database online into a directory, with a manifest for verification')
  .argument('<directory>', 'a new directory')
  .option('--jobs <number>', 'parallel database connections (default: one per core, up to 8)', wholeFrom(1))
  .option('--wait <seconds>', 'time to wait for recorders to catch up', wholeFrom(0), 60)
  .option('--no-log', 'do not record the log position; `recover log` can then start only from a time')
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
    print(options, withoutLists(manifest), describe(directory, manifest))
  })
  .addCommand(verify)

function withoutLists({ tables, accounts, files, ...rest }: Manifest) {
  return { ...rest, tables: tables.length, accounts: accounts.length, files: files.length }
}

function describe(directory: string, manifest: Manifest): string {
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
      ? '\nThe recorders were behind: some acknowledged locations are not in the backup. After a restore, run: rastro recover log\n'
      : ''
  return `${tableOf(['table', 'rows'], lines)}

backup     ${id}, as of ${takenAt}
accounts   ${accounts.length}
size       ${sizeOf(bytes)} in ${files.length} files
took       ${seconds} s
log        ${log ? `includes ${log.stream} up to message ${log.storedSequence}` : 'position not recorded'}
${behind}
RASTRO_SECRET is NOT in the backup. Without it, the encrypted keys and secrets in the backup cannot be used.
Store it elsewhere. The manifest only has a fingerprint of it.

Next: rastro backup verify ${directory}`
}
