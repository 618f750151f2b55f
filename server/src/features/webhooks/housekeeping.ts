// The log of deliveries is kept for a week, and no longer than so many for each webhook. What waits is never forgotten.

import type { Context } from '../../platform/context.ts'
import * as queries from './housekeeping.queries.ts'

const keptMs = 7 * 86_400_000
const maxKept = 10_000
const maxPerLook = 5_000

export async function forgetOldDeliveries(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs)
  for (const { accountId, number } of await queries.listWebhooks(ctx.db.directory)) {
    const db = ctx.db.forAccount(accountId)
    while ((await queries.deleteEnded(db, number, { before, maxKept, limit: maxPerLook })) === maxPerLook);
    await queries.deleteIdleLines(db, number, before)
  }
}
