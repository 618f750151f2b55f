// Counts the units that calls cost. Kept in memory and added to the account's day once a second: a call waits for nothing.

import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { TooManyError } from '../../platform/errors.ts'
import * as queries from './usage.queries.ts'

const flushEveryMs = 1_000
const forgetAfterMs = 600_000

interface Meter {
  /** Units of the day as the database last knew them, over all processes. */
  known: number
  /** Units counted here since. */
  pending: number
  resetsAt: number
  quota: number | null
  usedAt: number
}

export interface UsageMeter {
  /** Refuses an account whose day is used up. A second late at most for what other processes counted. */
  admit(caller: Pick<Caller, 'accountId'>): Promise<void>
  /** Counts, and tells what the account has used today: exact for one process, a second behind for the others' calls. */
  count(caller: Pick<Caller, 'accountId'>, units: number): Promise<number | undefined>
  stop(): Promise<void>
}

export function startUsageMeter(ctx: Pick<Context, 'db' | 'now' | 'log'>): UsageMeter {
  const meters = new Map<number, Promise<Meter>>()
  let flushing = Promise.resolve()

  async function write(accountId: number, meter: Meter) {
    const units = meter.pending
    const usage = await queries.addUnits(ctx.db.forAccount(accountId), units, ctx.now())
    meter.pending -= units
    meter.known = usage?.units ?? 0
    meter.quota = usage?.quota ?? null
    meter.resetsAt = usage?.resetsAt.getTime() ?? Number.POSITIVE_INFINITY
    return meter
  }
  function open(accountId: number): Promise<Meter> {
    const opened = write(accountId, {
      known: 0,
      pending: 0,
      resetsAt: 0,
      quota: null,
      usedAt: performance.now(),
    })
    opened.catch(() => meters.delete(accountId))
    meters.set(accountId, opened)
    return opened
  }
  async function flush() {
    for (const [accountId, opened] of [...meters]) {
      try {
        const meter = await opened
        if (meter.pending > 0) await write(accountId, meter)
        else if (performance.now() - meter.usedAt > forgetAfterMs) meters.delete(accountId)
      } catch (error) {
        ctx.log.warn({ err: error }, 'usage not yet written')
      }
    }
  }
  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, flushEveryMs)

  return {
    async admit({ accountId }) {
      const opened = meters.get(accountId) ?? open(accountId)
      const meter = await opened.catch(() => undefined)
      if (!meter || meter.quota === null) return
      const nowMs = ctx.now().getTime()
      if (nowMs >= meter.resetsAt || meter.known + meter.pending < meter.quota) return
      const message = `The account has used its ${meter.quota} units of today. It can go on at midnight, its time.`
      const retryAfterSeconds = Math.ceil((meter.resetsAt - nowMs) / 1_000)
      throw new TooManyError('quota.exhausted', message, { retryAfterSeconds })
    },
    async count({ accountId }, units) {
      try {
        const meter = await (meters.get(accountId) ?? open(accountId))
        if (ctx.now().getTime() >= meter.resetsAt) meter.known = 0
        meter.pending += units
        meter.usedAt = performance.now()
        return meter.known + meter.pending
      } catch {
        // The database is away: the call's own answer matters more than its count.
        return undefined
      }
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
