// After the restore of a backup: its queued commands may have been sent since, so they are ended and never sent
// again.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { emitCommandEvent } from './command-events.ts'
import * as queries from './timeouts.queries.ts'

const maxPerPoll = 200

/** Returns how many were queued. */
export async function endQueued(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  let ended = 0
  for (;;) {
    const queued = await queries.listQueued(ctx.db.directory, maxPerPoll)
    if (queued.length === 0) return ended
    for (const { accountId, number } of queued) {
      await inTransaction(ctx, accountId, async (tx) => {
        const command = await queries.markQueuedUnanswered(tx.db, number, tx.now())
        if (command) await emitCommandEvent(tx, { ...command, state: 'failed', reason: 'no_answer' })
      })
      ended += 1
    }
  }
}
