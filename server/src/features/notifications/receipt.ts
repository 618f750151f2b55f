// Delivery receipts of a provider.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import * as queries from './outcome.queries.ts'

/** A receipt may arrive before the response to the message. */
const maxAttempts = 3
const pollEveryMs = 1_000

export async function keepReceipt(
  ctx: Pick<Context, 'db' | 'log'>,
  providerId: string,
  state: string,
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const found = await queries.findByProviderId(ctx.db.directory, providerId)
    if (found) return queries.keepReceipt(ctx.db.forAccount(found.accountId), found.number, state)
    await sleep(pollEveryMs)
  }
  ctx.log.info({ providerId, state }, 'receipt for an unknown message')
}
