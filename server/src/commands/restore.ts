import { print, tableOf } from '@rastro/cli/output'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { Restored } from '../operations/backup/restore.ts'
import { restoreBackup } from '../operations/backup/restore.ts'
import { createLog } from '../platform/observability/log.ts'
import { wholeFrom } from './backup.ts'
import { showSteps, sizeOf } from './steps.ts'

interface Options {
  jobs?: number
  replace?: true
  json?: true
}

const maxFaults = 50

export const restoreCommand = new Command('restore')
  .description('put a backup into an empty database, and verify that all of it is there')
  .argument('<directory>', 'where the backup is')
  .option('--jobs <number>', 'lines to the database (default: one for each core, up to 8)', wholeFrom(1))
  .option('--replace', 'first delete all that the database has')
  .option('--json', 'print JSON')
  .action(async (directory: string, options: Options) => {
    const config = readConfig(process.env)
    const settings = {
      directory,
      replaces: options.replace ?? false,
      ...(options.jobs && { jobs: options.jobs }),
    }
    const restored = await showSteps(options.json, (say) =>
      restoreBackup({ config, log: createLog('error') }, settings, say),
    )
    const { manifest, ...rest } = restored
    const { id, takenAt, rows, bytes } = manifest
    print(options, { id, takenAt, rows, bytes, ...rest }, wordsOf(directory, restored))
    if (restored.faults.length > 0) process.exitCode = 1
  })

function wordsOf(
  directory: string,
  { manifest, faults, migrationsBehind, commandsEnded, seconds }: Restored,
): string {
  const { id, takenAt, rows, bytes, tables, accounts } = manifest
  const verdict = (what: string) => (faults.length === 0 ? 'as in the backup' : `${what}, see below`)
  const table = tableOf(
    ['verified', 'count', ''],
    [
      ['rows', String(rows), verdict('faults')],
      ['tables and partitions', String(tables.length), verdict('faults')],
      ['accounts: locations, audit trail', String(accounts.length), verdict('faults')],
    ],
  )
  const summary = `${table}

backup     ${id}, as of ${takenAt}
size       ${sizeOf(bytes)}
took       ${seconds.load} s to restore, ${seconds.verify} s to verify
commands   ${commandsEnded} that waited are not sent: nobody knows whether they were since
`
  if (faults.length > 0) {
    const shown = faults.slice(0, maxFaults).map((fault) => `  - ${fault}`)
    return `${summary}\nIt is NOT as it was (${faults.length} faults):\n${shown.join('\n')}`
  }
  const steps = [
    ...(migrationsBehind > 0 ? ['rastro migrate'] : []),
    `rastro recover log --from-manifest ${directory}`,
    'rastro serve',
  ]
  return `${summary}
All is as it was at ${takenAt}. What came later is in the log of locations, if that survived; the recorders believe
that it is stored, and do not store it again by themselves. Next, before the recorders start:
${steps.map((step) => `  ${step}`).join('\n')}`
}
