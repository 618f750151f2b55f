import { print } from '@rastro/cli/output'
import { startProgress } from '@rastro/cli/progress'
import { socketProtocols } from '@rastro/protocols'
import { Command, Option } from 'commander'
import type { ReDecoded } from '../features/gateway/re-decode.api.ts'
import { reDecodeFrames } from '../features/gateway/re-decode.api.ts'
import type { CorrectionMode } from '../features/recorder/correction.api.ts'
import { createDeviceCache } from '../features/recorder/device-cache.api.ts'
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
  .description('decode stored frames again and compare the result with the stored locations')
  .requiredOption('--since <time>', 'frames received at or after this time: 2026-05-04T10:00:00Z', readTime)
  .option('--until <time>', 'frames received before this time (default: now)', readTime)
  .option('--device <identifier>', 'only frames of this tracker')
  .addOption(new Option('--protocol <name>', 'only frames of this protocol').choices(protocolNames))
  .option('--add', 'store missing locations')
  .option('--correct', 'store missing locations and replace differing ones')
  .option('--json', 'print JSON')
  .action(async (options: Options) => {
    const { since, until, device, protocol } = options
    const mode: CorrectionMode = options.correct ? 'correct' : options.add ? 'add' : 'look'
    const progress = startProgress('messages', options)
    const reDecoded = await asOperator((given) =>
      withBus(given, async (bus) => {
        const ctx = { ...given, bus }
        const deviceCache = createDeviceCache(ctx)
        const chosen = {
          since,
          ...(until && { until }),
          ...(device && { identifier: device }),
          ...(protocol && { protocol }),
        }
        try {
          return await reDecodeFrames(ctx, deviceCache, chosen, mode, progress.at)
        } finally {
          deviceCache.stop()
          progress.end()
        }
      }),
    )
    print(options, { ...reDecoded, mode }, describe(reDecoded, mode))
  })

function describe(reDecoded: ReDecoded, mode: CorrectionMode): string {
  const { frames, unreadable, same, missing, differing, ofUnknownDevices } = reDecoded
  const added = mode === 'look' ? 'not stored; use --add to store them' : 'stored now'
  const corrected = mode === 'correct' ? 'corrected now' : 'not changed; use --correct to replace them'
  return `${frames} frames decoded again, ${unreadable} of them unreadable
${same} locations are unchanged
${missing} were missing${missing > 0 ? ` (${added})` : ''}
${differing} differ${differing > 0 ? ` (${corrected})` : ''}
${ofUnknownDevices} are from trackers that are no longer devices`
}
