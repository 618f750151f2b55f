// After a backup was put back: what waited in it may have been sent since, and nobody knows. It is never sent again.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { announceCommand } from './command-events.ts'
import * as queries from './timeouts.queries.ts'

const maxPerLook = 200

/** Returns how many waited. */
export async function endQueued(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  let ended = 0
  for (;;) {
    const queued = await queries.listQueued(ctx.db.directory, maxPerLook)
    if (queued.length === 0) return ended
    for (const { accountId, number } of queued) {
      await inTransaction(ctx, accountId, async (tx) => {
        const given = await queries.giveUpQueued(tx.db, number, tx.now())
        if (given) await announceCommand(tx, { ...given, state: 'failed', reason: 'no_answer' })
      })
      ended += 1
    }
  }
}
