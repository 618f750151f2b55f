import type { Context } from '../../platform/context.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { createJudge } from '../alerts/judge.api.ts'
import { createJudgingThread, listDelayedAccounts } from '../alerts/judge-thread.api.ts'
import { createPresence } from '../devices/presence.api.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { startLocationMeter } from './location-meter.ts'
import { isMissingStoredLocations } from './log-restore.api.ts'
import { recordMessages } from './recorder.ts'

/** Stores what the log holds. Each partition is consumed in order. */
export async function recordLocations(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const deviceCache = createDeviceCache(ctx)
  const thread = createJudgingThread(ctx)
  const judge = createJudge(ctx, { onDelayed: thread.wake })
  const presence = createPresence(ctx)
  const meter = startLocationMeter(ctx)
  await warnIfOutdated(ctx, deviceCache)
  for (let partition = 0; partition < ctx.config.bus.partitions; partition += 1) {
    const recording = { ...ctx, judging: { judge, partition }, publishing: { presence }, meter }
    await ctx.bus.locations.take(partition, (messages) => recordMessages(recording, deviceCache, messages))
  }
  const stopMeasuring = onScrape(() => measureLag(ctx))
  return {
    async stop() {
      await meter.stop()
      stopMeasuring()
      deviceCache.stop()
      judge.stop()
      thread.stop()
    },
  }
}

/** More are counted as this many. */
const maxCounted = 1_000

/** Every recorder reports the lag of the whole log, and of delayed judging. */
async function measureLag({ bus, db }: Pick<Context, 'bus' | 'db'>): Promise<void> {
  metrics.logWaiting.set(await bus.locations.pending())
  const oldest = await bus.locations.oldestPending()
  for (const { partition, at } of oldest) {
    metrics.logOldest.set({ partition }, at ? (Date.now() - at.getTime()) / 1_000 : 0)
  }
  const delayed = await listDelayedAccounts({ db }, maxCounted, maxCounted)
  metrics.judgingDelayedAccounts.set(delayed.length)
  const since = delayed[0]?.since
  metrics.judgingDelay.set(since ? (Date.now() - since.getTime()) / 1_000 : 0)
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
