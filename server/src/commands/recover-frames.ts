import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { socketProtocols } from '@rastro/protocols'
import { Command, Option } from 'commander'
import type { Replayed } from '../features/gateway/re-decode.api.ts'
import { replayFrames } from '../features/gateway/re-decode.api.ts'
import type { Wish } from '../features/recorder/correction.api.ts'
import { createDeviceMemory } from '../features/recorder/device-cache.api.ts'
import { asOperator, withBus } from './operator.ts'
import { readTime } from './read-time.ts'

interface Options {
  since: Date
  until?: Date
  device?: string
  protocol?: string
  add?: true
  correct?: true
  json?: true
}

const protocolNames = socketProtocols.map(({ name }) => name)

export const recoverFramesCommand = new Command('frames')
  .description('decode again what trackers sent, and compare it with what is stored')
  .requiredOption('--since <time>', 'frames received from this time on, like 2026-05-04T10:00:00Z', readTime)
  .option('--until <time>', 'and before this one (default: now)', readTime)
  .option('--device <identifier>', 'only of this tracker')
  .addOption(new Option('--protocol <name>', 'only of this protocol').choices(protocolNames))
  .option('--add', 'store what is missing')
  .option('--correct', 'store what is missing, and replace what differs')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const { since, until, device, protocol } = options
    const wish: Wish = options.correct ? 'correct' : options.add ? 'add' : 'look'
    const progress = startProgress('messages', options)
    const replayed = await asOperator((given) =>
      withBus(given, async (bus) => {
        const ctx = { ...given, bus }
        const memory = createDeviceMemory(ctx)
        const chosen = {
          since,
          ...(until && { until }),
          ...(device && { identifier: device }),
          ...(protocol && { protocol }),
        }
        try {
          return await replayFrames(ctx, memory, chosen, wish, progress.at)
        } finally {
          memory.stop()
          progress.end()
        }
      }),
    )
    print(options, { ...replayed, wish }, describe(replayed, wish))
  })

function describe(replayed: Replayed, wish: Wish): string {
  const { frames, unreadable, same, missing, differing, ofStrangers } = replayed
  const added = wish === 'look' ? 'not stored; --add stores them' : 'stored now'
  const corrected = wish === 'correct' ? 'corrected now' : 'left as they are; --correct replaces them'
  return `${frames} frames decoded again, ${unreadable} of them unreadable
${same} locations are stored as they are read today
${missing} were missing${missing > 0 ? ` (${added})` : ''}
${differing} differ${differing > 0 ? ` (${corrected})` : ''}
${ofStrangers} are of trackers that are no devices any more`
}
