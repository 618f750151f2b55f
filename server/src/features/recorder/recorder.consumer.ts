import type { Context } from '../../platform/context.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { isMissingStoredLocations } from './log-restore.api.ts'
import { recordMessages } from './recorder.ts'

/** Stores what the log holds. Each partition is consumed in order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): void }> {
  const deviceCache = createDeviceCache(ctx)
  const judge = createJudge(ctx)
  const presence = createPresence(ctx)
  await warnIfOutdated(ctx, deviceCache)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    const recording = { ...ctx, judging: { judge, partition }, publishing: { presence } }
    await ctx.bus.locations.take(partition, (messages) => recordMessages(recording, deviceCache, messages))
  }
  const stopMeasuring = onScrape(() => measureLag(ctx))
  return {
    stop() {
      stopMeasuring()
      deviceCache.stop()
      judge.stop()
    },
  }
}

/** Every recorder reports the lag of the whole log. */
async function measureLag({ bus }: Pick<Context, 'bus'>): Promise<void> {
  metrics.logWaiting.set(await bus.locations.pending())
  const oldest = await bus.locations.oldestPending()
  metrics.logOldest.set(oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0)
}

/** Runs before anything is consumed: newly stored locations would hide the missing ones before them. */
async function warnIfOutdated(ctx: Context, deviceCache: DeviceCache): Promise<void> {
  try {
    if (!(await isMissingStoredLocations(ctx, deviceCache))) return
    ctx.log.error(
      'the database lacks locations that were already stored; if a backup was restored, run: rastro recover log --since <time of the backup>',
    )
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not compare the database with the log')
  }
}
