// Counts API usage in memory and writes it to the account's day once a second, so that calls do not wait.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isRefusedMoving, TooManyError } from '../../platform/http/errors.ts'
import * as queries from './usage.queries.ts'

const flushEveryMs = 1_000
const idleAfterMs = 600_000

interface Meter {
  accountId: number
  /** Units of the day over all processes, as last read from the database; undefined before the first read. */
  stored: number | undefined
  /** Units counted in this process since then. They stay here while the database is unavailable. */
  pending: number
  resetsAt: number
  quota: number | null
  lastUsedAtMs: number
  lastWriteAtMs: number
  /** The statement in flight. Never more than one, or units would be counted twice. */
  writing: Promise<void> | undefined
}

export interface UsageMeter {
  /** Rejects an account that has used its daily quota. Lags other processes by at most a second. */
  admit(caller: Pick<Caller, 'accountId'>): Promise<void> | undefined
  /** Counts and returns the account's usage of today. Lags other processes by at most a second. */
  count(caller: Pick<Caller, 'accountId'>, units: number): Promise<number | undefined> | number | undefined
  stop(): Promise<void>
}

export function startUsageMeter(ctx: Pick<Context, 'db' | 'now' | 'log'>): UsageMeter {
  const meters = new Map<number, Meter>()
  let flushing = Promise.resolve()

  async function writeNow(meter: Meter) {
    const units = meter.pending
    meter.lastWriteAtMs = performance.now()
    try {
      const usage = await queries.addUnits(ctx.db.forAccount(meter.accountId), units, ctx.now())
      meter.pending -= units
      meter.stored = usage?.units ?? 0
      meter.quota = usage?.quota ?? null
      meter.resetsAt = usage?.resetsAt.getTime() ?? Number.POSITIVE_INFINITY
    } catch (error) {
      // The account has moved to another cell: drop the count instead of logging every second.
      if (isRefusedMoving(error)) meter.pending -= units
      else ctx.log.warn({ err: error }, 'writing usage failed, retrying')
    } finally {
      meter.writing = undefined
    }
  }
  function write(meter: Meter): Promise<void> {
    meter.writing ??= writeNow(meter)
    return meter.writing
  }
  function meterOf(accountId: number): Meter {
    let meter = meters.get(accountId)
    if (!meter) {
      meter = {
        accountId,
        stored: undefined,
        pending: 0,
        resetsAt: 0,
        quota: null,
        lastUsedAtMs: 0,
        lastWriteAtMs: Number.NEGATIVE_INFINITY,
        writing: undefined,
      }
      meters.set(accountId, meter)
    }
    return meter
  }
  /** After a pause, the first call waits for the counts of other processes; frequent calls do not. */
  function refreshIfStale(meter: Meter): Promise<void> | undefined {
    meter.lastUsedAtMs = performance.now()
    if (meter.lastUsedAtMs - meter.lastWriteAtMs > flushEveryMs * 2) return write(meter)
    return meter.stored === undefined ? meter.writing : undefined
  }
  function requireQuota(meter: Meter): undefined {
    if (meter.stored === undefined || meter.quota === null) return
    const nowMs = ctx.now().getTime()
    if (nowMs >= meter.resetsAt || meter.stored + meter.pending < meter.quota) return
    const message = `The account has used its daily quota of ${meter.quota} units. The quota resets at midnight in the account's time zone.`
    const retryAfterSeconds = Math.ceil((meter.resetsAt - nowMs) / 1_000)
    throw new TooManyError('quota.exhausted', message, { retryAfterSeconds })
  }
  function add(meter: Meter, units: number): number | undefined {
    meter.pending += units
    // The database is unavailable: the response matters more than the count.
    if (meter.stored === undefined) return undefined
    if (ctx.now().getTime() >= meter.resetsAt) meter.stored = 0
    return meter.stored + meter.pending
  }
  async function flush() {
    for (const meter of [...meters.values()]) {
      await meter.writing
      if (meter.pending > 0) await write(meter)
      else if (performance.now() - meter.lastUsedAtMs > idleAfterMs) meters.delete(meter.accountId)
    }
  }
  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, flushEveryMs)

  return {
    admit({ accountId }) {
      const meter = meterOf(accountId)
      const refreshing = refreshIfStale(meter)
      return refreshing ? refreshing.then(() => requireQuota(meter)) : requireQuota(meter)
    },
    count({ accountId }, units) {
      const meter = meterOf(accountId)
      const refreshing = refreshIfStale(meter)
      return refreshing ? refreshing.then(() => add(meter, units)) : add(meter, units)
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
