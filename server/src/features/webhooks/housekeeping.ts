// Deliveries are kept for a week, up to a maximum per webhook. Waiting deliveries are never deleted.

import type { Context } from '../../platform/context.ts'
import * as queries from './housekeeping.queries.ts'

const keptMs = 7 * 86_400_000
const maxKept = 10_000
const batchSize = 5_000

export async function deleteOldDeliveries(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs)
  for (const { accountId, number } of await queries.listWebhooks(ctx.db.directory)) {
    const db = ctx.db.forAccount(accountId)
    while ((await queries.deleteEnded(db, number, { before, maxKept, limit: batchSize })) === batchSize);
    await queries.deleteIdleQueues(db, number, before)
  }
}
