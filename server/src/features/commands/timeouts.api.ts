// Runs in the notifier: ends commands that were not sent or not answered in time. They are never sent again.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { emitCommandEvent } from './command-events.ts'
import { wakeGateways } from './signals.ts'
import * as queries from './timeouts.queries.ts'

const pollEveryMs = 1_000
const maxPerPoll = 200

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

/** Safe to run in several processes. */
export function startCommandTimeoutPoller(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'command timeouts', everyMs: pollEveryMs }, () => endTimedOut(ctx))
}

export async function endTimedOut(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const expired = await queries.listExpired(ctx.db.directory, now, maxPerPoll)
  for (const { accountId, number } of expired) {
    await inTransaction(ctx, accountId, async (tx) => {
      const ended = await queries.expire(tx.db, number, now)
      if (ended) await emitCommandEvent(tx, { ...ended, state: 'expired' })
    })
  }
  const sentBefore = new Date(now.getTime() - ctx.config.commands.timeoutSeconds * 1_000)
  const unanswered = await queries.listUnanswered(ctx.db.directory, sentBefore, maxPerPoll)
  for (const { accountId, number } of unanswered) {
    const ended = await inTransaction(ctx, accountId, async (tx) => {
      const command = await queries.markUnanswered(tx.db, number, sentBefore, now)
      if (command) await emitCommandEvent(tx, { ...command, state: 'failed', reason: 'no_answer' })
      return command
    })
    // The next one can be sent.
    if (ended?.identifier) wakeGateways(ctx, ended.identifier)
  }
  return expired.length === maxPerPoll || unanswered.length === maxPerPoll
}
