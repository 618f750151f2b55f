import type { Context } from '../../platform/context.ts'
import { metrics, onScrape } from '../../platform/metrics.ts'
import { createJudge } from '../alerts/judge.service.ts'
import { createPresence } from '../devices/presence.service.ts'
import { createDeviceMemory } from './device-memory.service.ts'
import { recordMessages } from './recorder.service.ts'

/** Second room of the walk: what the log holds is stored, partition by partition, each in its own order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): void }> {
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx)
  const presence = createPresence(ctx)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    const live = { judge, presence, partition }
    await ctx.bus.locations.take(partition, (messages) => recordMessages({ ...ctx, live }, memory, messages))
  }
  const stopWatching = onScrape(() => showLag(ctx))
  return {
    stop() {
      stopWatching()
      memory.stop()
      judge.stop()
    },
  }
}

/** Of the whole log, whichever recorder is asked. */
async function showLag({ bus }: Pick<Context, 'bus'>): Promise<void> {
  metrics.logWaiting.set(await bus.locations.pending())
  const oldest = await bus.locations.oldestPending()
  metrics.logOldest.set(oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0)
}
