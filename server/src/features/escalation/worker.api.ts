// Does the rounds of escalations that are due, over all accounts. There is no timer per device: rows are polled.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { escalate } from './escalate.ts'
import type { TimerKey } from './escalation.types.ts'
import * as queries from './timer.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const pollEveryMs = 1_000
const maxPerPoll = 64
/** While more is due than a poll takes, each account gets this many in its turn. */
const perAccount = 8
/** Upper bound of the metric. */
const maxCounted = 1_000

export function startEscalating(ctx: Needs): Pick<Poller, 'stop'> {
  const stopMeasuring = onScrape(async () => {
    const now = ctx.now()
    const { count, oldest } = await queries.measureDue(ctx.db.directory, now, maxCounted)
    metrics.escalationsDue.set(count)
    metrics.escalationLateness.set(oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0)
  })
  const sweep = createSweep(ctx)
  const poller = startPoller(ctx, { what: 'escalations', everyMs: pollEveryMs }, sweep)
  return {
    stop() {
      stopMeasuring()
      return poller.stop()
    },
  }
}

/** One turn of what is due; any number of processes may run it. Returns whether there may be more. */
export function createSweep(ctx: Needs): () => Promise<boolean> {
  let afterAccount = 0
  async function listDue(): Promise<TimerKey[]> {
    const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
    if (due.length < maxPerPoll) return due
    const limits = { afterAccount, perAccount, limit: maxPerPoll }
    const inTurns = await queries.listDueInTurns(ctx.db.directory, ctx.now(), limits)
    // The last account may have been cut by the limit; the next poll starts with the one after it, or again.
    afterAccount = inTurns.length < maxPerPoll ? 0 : inTurns.at(-1)!.accountId
    return inTurns.length > 0 ? inTurns : due
  }
  return async () => {
    const due = await listDue()
    let isDone = false
    for (const { accountId, alertNumber } of due) {
      try {
        const done = await inTransaction(ctx, accountId, (tx) => escalate(tx, alertNumber))
        if (!done) continue
        isDone = true
        metrics.escalationRounds.inc({ outcome: done.notified > 0 ? 'notified' : 'nobody' })
        metrics.escalationDelay.observe(Math.max(0, ctx.now().getTime() - done.dueAt.getTime()) / 1_000)
      } catch (error) {
        ctx.log.warn({ err: error, accountId, alertNumber }, 'an escalation failed')
      }
    }
    // What reached nobody is due again at once.
    return isDone || due.length === maxPerPoll
  }
}
