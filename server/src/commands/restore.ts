import { wholeFrom } from '@rastro/cli/options'
import { print, tableOf } from '@rastro/cli/output'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { Restored } from '../operations/backup/restore.ts'
import { restoreBackup } from '../operations/backup/restore.ts'
import { connectBus } from '../platform/bus/bus.ts'
import { joinCells } from '../platform/cells/cells.ts'
import { createLog } from '../platform/observability/log.ts'
import { showSteps, sizeOf } from './steps.ts'

interface Options {
  jobs?: number
  replace?: true
  json?: true
}

const maxFaults = 50

export const restoreCommand = new Command('restore')
  .description('restore a backup into an empty database and verify it')
  .argument('<directory>', 'directory of the backup')
  .option('--jobs <number>', 'parallel database connections (default: one per core, up to 8)', wholeFrom(1))
  .option('--replace', 'delete the contents of the database first')
  .option('--json', 'print JSON')
  .action(async (directory: string, options: Options) => {
    const config = readConfig(process.env)
    const settings = {
      directory,
      replaces: options.replace ?? false,
      ...(options.jobs && { jobs: options.jobs }),
    }
    const log = createLog('error')
    // A restore works without NATS.
    const bus = await connectBus(config.bus, log, { waitForNats: false }).catch(() => undefined)
    const cells = joinCells(config.cells, log, 'rastro-restore')
    const restored = await showSteps(options.json, (say) =>
      restoreBackup({ config, log, bus, cells }, settings, say),
    ).finally(async () => {
      await cells?.end()
      await bus?.close()
    })
    const { manifest, ...rest } = restored
    const { id, takenAt, rows, bytes } = manifest
    print(options, { id, takenAt, rows, bytes, ...rest }, describe(directory, restored))
    if (restored.faults.length > 0) process.exitCode = 1
  })

function describe(
  directory: string,
  { manifest, faults, migrationsBehind, commandsEnded, erasedAgain, seconds }: Restored,
): string {
  const { id, takenAt, rows, bytes, tables, accounts } = manifest
  const verdict = faults.length === 0 ? 'as in the backup' : 'differences, see below'
  const table = tableOf(
    ['verified', 'count', ''],
    [
      ['rows', String(rows), verdict],
      ['tables and partitions', String(tables.length), verdict],
      ['accounts: locations, audit log', String(accounts.length), verdict],
    ],
  )
  const summary = `${table}

backup     ${id}, as of ${takenAt}
size       ${sizeOf(bytes)}
took       ${seconds.load} s to restore, ${seconds.verify} s to verify
commands   ${commandsEnded} pending commands ended: they may have been sent after the backup
erased     ${erasedAgain ?? 'not yet:'} ${erasedAgain === undefined ? 'run rastro recover erasures' : 'accounts again: they were erased after the backup'}
`
  if (faults.length > 0) {
    const shown = faults.slice(0, maxFaults).map((fault) => `  - ${fault}`)
    return `${summary}\nThe database differs from the backup (${faults.length} differences):\n${shown.join('\n')}`
  }
  const steps = [
    ...(migrationsBehind > 0 ? ['rastro migrate', 'rastro recover erasures'] : []),
    `rastro recover log --from-manifest ${directory}`,
    'rastro serve',
  ]
  return `${summary}
The database is as of ${takenAt}. Later locations are in the location log, if it survived. The recorders have already
acknowledged them and will not store them again. Next, before you start the recorders:
${steps.map((step) => `  ${step}`).join('\n')}`
}
