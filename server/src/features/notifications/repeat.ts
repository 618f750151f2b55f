// Deletes the gaps between repeats, and links of messages, once they have no effect any more.

import type { Context } from '../../platform/context.ts'
import * as links from './acknowledgement.queries.ts'
import * as queries from './repeat.queries.ts'

/** Far longer than the longest gap plus its quiet time. Suppressed repeats are reported within this time. */
const keptMs = 7 * 86_400_000
const maxPerPoll = 10_000

export async function deleteOldGaps(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs)
  for (;;) {
    const accounts = await queries.listAccountsWithGaps(ctx.db.directory, before, maxPerPoll)
    if (accounts.length === 0) return
    for (const accountId of accounts) await queries.deleteGaps(ctx.db.forAccount(accountId), before)
  }
}

export async function deleteExpiredLinks(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  for (;;) {
    const accounts = await links.listAccountsWithExpired(ctx.db.directory, now, maxPerPoll)
    if (accounts.length === 0) return
    for (const accountId of accounts) await links.deleteExpired(ctx.db.forAccount(accountId), now)
  }
}
