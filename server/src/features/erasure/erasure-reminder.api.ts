// The owner of a closing account gets an e-mail three days before the erasure.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { lockState, mailOwner } from '../accounts/status.api.ts'
import * as queries from './closing.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

const pollEveryMs = 60_000
const beforeMs = 3 * 86_400_000
const maxPerPage = 100

export function startErasureReminders(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'erasure reminders', everyMs: pollEveryMs }, () => remindOwners(ctx))
}

/** Any number of processes may run it. An account that fails does not stop the others. */
export async function remindOwners(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const before = new Date(now.getTime() + beforeMs)
  for (let after = 0; ; ) {
    const page = await queries.listUnreminded(ctx.db.directory, { now, before, after, limit: maxPerPage })
    for (const { accountId } of page) {
      await remind(ctx, accountId).catch((error) =>
        ctx.log.warn({ err: error, accountId }, 'owner was not reminded of the erasure'),
      )
    }
    if (page.length < maxPerPage) return false
    after = page.at(-1)!.accountId
  }
}

async function remind(ctx: Needs, accountId: number): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const state = await lockState(tx)
    const closing = await queries.markReminded(tx.db, tx.now())
    if (closing) await mailOwner(tx, state, 'erasure-soon', { eraseAt: closing.eraseAt.toISOString() })
  })
}
