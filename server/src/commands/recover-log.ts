import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { countGone, replayLog } from '../features/recorder/log-restore.api.ts'
import { readManifest } from '../operations/backup/manifest.ts'
import type { LogPlace, LogPosition } from '../platform/bus/log-reader.ts'
import { ConflictError, InvalidError } from '../platform/http/errors.ts'
import { asOperator, withBus } from './operator.ts'
import { readTime } from './read-time.ts'
import { showSteps } from './steps.ts'

/** Clocks of two machines, and messages on their way. */
const earlierMs = 60_000

interface LogOptions {
  since?: Date
  fromManifest?: string
  besideRecorders?: true
  json?: true
}

export const recoverLogCommand = new Command('log')
  .description('store what the log of locations has and the database lacks, as after a restore')
  .option('--since <time>', 'from this time on, like 2026-11-15T12:00:00Z', readTime)
  .option('--from-manifest <directory>', 'from where this backup ends')
  .option('--beside-recorders', 'although recorders run: rules then judge in another order')
  .option('--json', 'print JSON')
  .action(async (options: LogOptions) => {
    const { replayed, gone } = await showSteps(options.json, (say) =>
      asOperator((ctx) =>
        withBus(ctx, async (bus) => {
          const position = await bus.locations.position()
          if (position.isTaken && !options.besideRecorders) {
            throw new ConflictError(
              'recover.recorders_running',
              'A recorder is running. Stop it first, so that rules judge in the right order; trackers are heard meanwhile. Or add --beside-recorders.',
            )
          }
          const from = await placeOf(options, position)
          const replayed = await replayLog({ ...ctx, bus }, from, (done, total) =>
            say('replaying messages', done, total),
          )
          return { replayed, gone: countGone(position, from) }
        }),
      ),
    )
    const { messages, heard, stored, strangers } = replayed
    const words = [
      `${messages} messages with ${heard} locations read: ${stored} stored, ${heard - stored - strangers} were there`,
      ...(strangers > 0
        ? [`${strangers} are of trackers that no account has. Register them, then replay once more.`]
        : []),
      ...(gone > 0
        ? [`The log no longer has ${gone} messages that came after the backup. What was in them is lost.`]
        : []),
    ]
    print(options, { ...replayed, gone }, words.join('\n'))
    if (gone > 0) process.exitCode = 1
  })

/** A log that was made anew has other numbers, so that only time tells where to begin. */
async function placeOf({ since, fromManifest }: LogOptions, position: LogPosition): Promise<LogPlace> {
  if (since && !fromManifest) return { at: since }
  if (!fromManifest || since) {
    throw new InvalidError(
      'recover.from',
      'Say from where: either --since <time> or --from-manifest <directory>.',
    )
  }
  const { log: mark, takenAt } = await readManifest(fromManifest)
  const isSame = mark?.stream === position.stream && mark.createdAt === position.createdAt
  return isSame ? { sequence: mark.storedSequence + 1 } : { at: new Date(Date.parse(takenAt) - earlierMs) }
}
