// Counts the units that calls cost. Kept in memory and added to the account's day once a second: a call waits for nothing.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { isRefusedMoving, TooManyError } from '../../platform/http/errors.ts'
import * as queries from './usage.queries.ts'

const flushEveryMs = 1_000
const forgetAfterMs = 600_000

interface Meter {
  accountId: number
  /** Units of the day as the database last knew them, over all processes; undefined until it first said so. */
  known: number | undefined
  /** Units counted here since. They wait here as long as the database is away. */
  pending: number
  resetsAt: number
  quota: number | null
  usedAtMs: number
  askedAtMs: number
  /** The statement on its way: there is never a second, or units would be added twice. */
  writing: Promise<void> | undefined
}

export interface UsageMeter {
  /** Refuses an account whose day is used up. A second late at most for what other processes counted. */
  admit(caller: Pick<Caller, 'accountId'>): Promise<void> | undefined
  /** Counts, and tells what the account has used today: exact for one process, a second behind for the others' calls. */
  count(caller: Pick<Caller, 'accountId'>, units: number): Promise<number | undefined> | number | undefined
  stop(): Promise<void>
}

export function startUsageMeter(ctx: Pick<Context, 'db' | 'now' | 'log'>): UsageMeter {
  const meters = new Map<number, Meter>()
  let flushing = Promise.resolve()

  async function writeNow(meter: Meter) {
    const units = meter.pending
    meter.askedAtMs = performance.now()
    try {
      const usage = await queries.addUnits(ctx.db.forAccount(meter.accountId), units, ctx.now())
      meter.pending -= units
      meter.known = usage?.units ?? 0
      meter.quota = usage?.quota ?? null
      meter.resetsAt = usage?.resetsAt.getTime() ?? Number.POSITIVE_INFINITY
    } catch (error) {
      // It may never come back here: what was counted while it left is not worth a line each second.
      if (isRefusedMoving(error)) meter.pending -= units
      else ctx.log.warn({ err: error }, 'usage not yet written')
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
        known: undefined,
        pending: 0,
        resetsAt: 0,
        quota: null,
        usedAtMs: 0,
        askedAtMs: Number.NEGATIVE_INFINITY,
        writing: undefined,
      }
      meters.set(accountId, meter)
    }
    return meter
  }
  /** An account that calls now and then waits for what others counted meanwhile; one that calls often does not. */
  function refreshed(meter: Meter): Promise<void> | undefined {
    meter.usedAtMs = performance.now()
    if (meter.usedAtMs - meter.askedAtMs > flushEveryMs * 2) return write(meter)
    return meter.known === undefined ? meter.writing : undefined
  }
  function requireQuota(meter: Meter): undefined {
    if (meter.known === undefined || meter.quota === null) return
    const nowMs = ctx.now().getTime()
    if (nowMs >= meter.resetsAt || meter.known + meter.pending < meter.quota) return
    const message = `The account has used its ${meter.quota} units of today. It can go on at midnight, its time.`
    const retryAfterSeconds = Math.ceil((meter.resetsAt - nowMs) / 1_000)
    throw new TooManyError('quota.exhausted', message, { retryAfterSeconds })
  }
  function add(meter: Meter, units: number): number | undefined {
    meter.pending += units
    // The database is away: the call's own answer matters more than its count.
    if (meter.known === undefined) return undefined
    if (ctx.now().getTime() >= meter.resetsAt) meter.known = 0
    return meter.known + meter.pending
  }
  async function flush() {
    for (const meter of [...meters.values()]) {
      await meter.writing
      if (meter.pending > 0) await write(meter)
      else if (performance.now() - meter.usedAtMs > forgetAfterMs) meters.delete(meter.accountId)
    }
  }
  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, flushEveryMs)

  return {
    admit({ accountId }) {
      const meter = meterOf(accountId)
      const refreshing = refreshed(meter)
      return refreshing ? refreshing.then(() => requireQuota(meter)) : requireQuota(meter)
    },
    count({ accountId }, units) {
      const meter = meterOf(accountId)
      const refreshing = refreshed(meter)
      return refreshing ? refreshing.then(() => add(meter, units)) : add(meter, units)
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
