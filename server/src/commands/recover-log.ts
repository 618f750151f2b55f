import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { backdateIdentifiers } from '../features/devices/identifier-history.api.ts'
import { countGone, restoreFromLog } from '../features/recorder/log-restore.api.ts'
import { readManifest } from '../operations/backup/manifest.ts'
import type { LogStart, LogState } from '../platform/bus/log-reader.ts'
import { ConflictError, InvalidError } from '../platform/http/errors.ts'
import { asOperator, withBus } from './operator.ts'
import { readTime } from './read-time.ts'
import { showSteps } from './steps.ts'

/** Margin for clock differences and messages in flight. */
const earlierMs = 60_000

interface LogOptions {
  since?: Date
  fromManifest?: string
  besideRecorders?: true
  registeredAgain?: string[]
  json?: true
}

export const recoverLogCommand = new Command('log')
  .description('store locations from the location log that are missing in the database, e.g. after a restore')
  .option('--since <time>', 'start at this time: 2026-11-15T12:00:00Z', readTime)
  .option('--from-manifest <directory>', 'start at the end of this backup')
  .option('--beside-recorders', 'run although recorders are running; rules then see locations out of order')
  .option(
    '--registered-again <identifier...>',
    'trackers whose registration the restore lost: their devices also get what they sent before',
  )
  .option('--json', 'print JSON')
  .action(async (options: LogOptions) => {
    const { recovered, gone } = await showSteps(options.json, (say) =>
      asOperator((ctx) =>
        withBus(ctx, async (bus) => {
          const state = await bus.locations.state()
          if (state.isConsumed && !options.besideRecorders) {
            throw new ConflictError(
              'recover.recorders_running',
              'A recorder is running. Stop it first, so rules see locations in order; trackers can keep sending. Or add --beside-recorders.',
            )
          }
          const from = await startOf(options, state)
          await backdateIdentifiers(ctx, options.registeredAgain ?? [], await timeOf(options))
          const recovered = await restoreFromLog({ ...ctx, bus }, from, (done, total) =>
            say('storing messages', done, total),
          )
          return { recovered, gone: countGone(state, from) }
        }),
      ),
    )
    const { messages, received, stored, unknown, beforeAssignment } = recovered
    const storedBefore = received - stored - unknown - beforeAssignment
    const lines = [
      `${messages} messages with ${received} locations read: ${stored} stored, ${storedBefore} already stored`,
      ...(unknown > 0
        ? [
            `${unknown} are from unknown trackers. Register them, then run this command again with --registered-again.`,
          ]
        : []),
      ...(beforeAssignment > 0
        ? [
            `${beforeAssignment} were received before their tracker was assigned to its device, and are not stored.`,
          ]
        : []),
      ...(gone > 0
        ? [`The log no longer has ${gone} messages from after the backup. Their locations are lost.`]
        : []),
    ]
    print(options, { ...recovered, gone }, lines.join('\n'))
    if (gone > 0) process.exitCode = 1
  })

/** A recreated log has other sequences, so only the time is comparable. */
async function startOf({ since, fromManifest }: LogOptions, state: LogState): Promise<LogStart> {
  if (since && !fromManifest) return { at: since }
  if (!fromManifest || since) {
    throw new InvalidError(
      'recover.start_missing',
      'Specify where to start: either --since <time> or --from-manifest <directory>.',
    )
  }
  const { log: mark, takenAt } = await readManifest(fromManifest)
  const isSame = mark?.stream === state.stream && mark.createdAt === state.createdAt
  return isSame ? { sequence: mark.storedSequence + 1 } : { at: new Date(Date.parse(takenAt) - earlierMs) }
}

/** The time at which the recovery starts. */
async function timeOf({ since, fromManifest }: LogOptions): Promise<Date> {
  return since ?? new Date(Date.parse((await readManifest(fromManifest!)).takenAt) - earlierMs)
}
