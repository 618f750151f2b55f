// What a provider says became of a message that it took.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import * as queries from './outcome.queries.ts'

/** A receipt may overtake the answer it belongs to. */
const looks = 3
const lookEveryMs = 1_000

export async function keepReceipt(
  ctx: Pick<Context, 'db' | 'log'>,
  providerId: string,
  state: string,
): Promise<void> {
  for (let look = 1; look <= looks; look += 1) {
    const found = await queries.findByProviderId(ctx.db.directory, providerId)
    if (found) return queries.keepReceipt(ctx.db.forAccount(found.accountId), found.number, state)
    await sleep(lookEveryMs)
  }
  ctx.log.info({ providerId, state }, 'a receipt belongs to no message of ours')
}
