// Gaps between repeats are remembered only while they matter.

import type { Context } from '../../platform/context.ts'
import * as queries from './repeat.queries.ts'

/** Far longer than the longest gap with the quiet after it. What was kept back and never told is told within this time. */
const keptMs = 7 * 86_400_000
const maxPerLook = 10_000

export async function forgetQuietGaps(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs)
  for (;;) {
    const accounts = await queries.listAccountsWithGaps(ctx.db.directory, before, maxPerLook)
    if (accounts.length === 0) return
    for (const accountId of accounts) await queries.deleteGaps(ctx.db.forAccount(accountId), before)
  }
}
