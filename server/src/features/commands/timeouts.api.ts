// The notifier's part: ends what was not sent in time, and what was not answered in time. Neither is ever sent again.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { announceCommand } from './command-events.ts'
import { wakeGateways } from './signals.ts'
import * as queries from './timeouts.queries.ts'

const lookEveryMs = 1_000
const maxPerLook = 200

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

/** Any number of processes may do it at once. */
export function startCommandSweep(ctx: Needs): Sweep {
  return startSweep(ctx, { what: 'overdue commands', everyMs: lookEveryMs }, () => endOverdue(ctx))
}

export async function endOverdue(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const expired = await queries.listExpired(ctx.db.directory, now, maxPerLook)
  for (const { accountId, number } of expired) {
    await inTransaction(ctx, accountId, async (tx) => {
      const ended = await queries.expire(tx.db, number, now)
      if (ended) await announceCommand(tx, { ...ended, state: 'expired' })
    })
  }
  const sentBefore = new Date(now.getTime() - ctx.config.commands.answerSeconds * 1_000)
  const unanswered = await queries.listUnanswered(ctx.db.directory, sentBefore, maxPerLook)
  for (const { accountId, number } of unanswered) {
    const ended = await inTransaction(ctx, accountId, async (tx) => {
      const given = await queries.giveUp(tx.db, number, sentBefore, now)
      if (given) await announceCommand(tx, { ...given, state: 'failed', reason: 'no_answer' })
      return given
    })
    // The next one may go.
    if (ended?.identifier) wakeGateways(ctx, ended.identifier)
  }
  return expired.length === maxPerLook || unanswered.length === maxPerLook
}
