import type { Context } from '../../platform/context.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { createDeviceMemory } from './device-cache.api.ts'
import { isBehindLog } from './log-restore.api.ts'
import { recordMessages } from './recorder.ts'

/** Second room of the walk: what the log holds is stored, partition by partition, each in its own order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): void }> {
  const memory = createDeviceMemory(ctx)
  const judge = createJudge(ctx)
  const presence = createPresence(ctx)
  await warnIfBehind(ctx, memory)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    const recording = { ...ctx, judging: { judge, partition }, telling: { presence } }
    await ctx.bus.locations.take(partition, (messages) => recordMessages(recording, memory, messages))
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

/** Before anything is taken: afterwards the newest would be there again, and hide what is missing before them. */
async function warnIfBehind(ctx: Context, memory: DeviceMemory): Promise<void> {
  try {
    if (!(await isBehindLog(ctx, memory))) return
    ctx.log.error(
      'the database lacks what the log says was stored: was an older one put in its place? Run: rastro recover log --since <time of the backup>',
    )
  } catch (error) {
    ctx.log.warn({ err: error }, 'whether the database is behind the log could not be found out')
  }
}
