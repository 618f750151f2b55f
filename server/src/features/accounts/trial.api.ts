// Trials: the owner gets an e-mail 7 days and 1 day before the end; then the account is suspended.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { startTrialCaps } from '../spending/trial-caps.api.ts'
import { lockState, mailOwner, setStatus } from './status.api.ts'
import * as queries from './status.queries.ts'
import { endTrial } from './trial-end.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

const dayMs = 86_400_000
const noticeDays = [7, 1]
const pollEveryMs = 30_000
const maxPerPage = 100

/** The next e-mail, or the end of the trial. */
export function nextTrialStep(endsAt: Date, after: Date): Date {
  const notices = noticeDays.map((days) => new Date(endsAt.getTime() - days * dayMs))
  return notices.find((at) => at > after) ?? endsAt
}

/** Any number of processes may run it: the lock on the account decides which takes a step. */
export function startTrials(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'trials', everyMs: pollEveryMs }, () => advanceTrials(ctx))
}

/** An account that fails, perhaps because it is being moved, does not stop the others. */
export async function advanceTrials(ctx: Needs): Promise<boolean> {
  for (let after = 0; ; ) {
    const due = await queries.listDueTrials(ctx.db.directory, ctx.now(), { after, limit: maxPerPage })
    for (const { accountId } of due) {
      await advanceTrial(ctx, accountId).catch((error) =>
        ctx.log.warn({ err: error, accountId }, 'trial was not advanced'),
      )
    }
    if (due.length < maxPerPage) return false
    after = due.at(-1)!.accountId
  }
}

async function advanceTrial(ctx: Needs, accountId: number): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const state = await lockState(tx)
    const now = tx.now()
    const { trialEndsAt: endsAt, trialNextAt: nextAt } = state
    if (!endsAt || !nextAt || nextAt > now) return
    if (endsAt > now) {
      await queries.updateTrial(tx.db, { endsAt, nextAt: nextTrialStep(endsAt, now) })
      await mailOwner(tx, state, 'trial-ending', { endsAt: endsAt.toISOString() })
      return
    }
    await queries.updateTrial(tx.db, { endsAt, nextAt: null })
    const change = { status: 'suspended', reason: 'trial_ended', author: 'trial' } as const
    if (state.status === 'active') await setStatus(tx, operator, change)
  })
}

/** Up to `max`. */
export async function countDueTrials(
  { db }: Pick<Context, 'db'>,
  before: Date,
  max: number,
): Promise<number> {
  return (await queries.listDueTrials(db.directory, before, { after: 0, limit: max })).length
}

/** In the transaction that creates the account. */
export async function startTrial(ctx: Pick<Tx, 'db' | 'config' | 'now'>, endsAt: Date): Promise<void> {
  await queries.updateTrial(ctx.db, { endsAt, nextAt: nextTrialStep(endsAt, ctx.now()) })
  await startTrialCaps(ctx)
}

/** For the operator. Null ends the trial without suspending the account: it became a customer. */
export async function changeTrial(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
  endsAt: Date | null,
): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const state = await lockState(tx)
    if (endsAt !== null && endsAt <= tx.now()) {
      throw new ConflictError('accounts.trial_past', 'The end of the trial is in the past.')
    }
    if (endsAt) await queries.updateTrial(tx.db, { endsAt, nextAt: nextTrialStep(endsAt, tx.now()) })
    else await endTrial(tx)
    await recordChanges(tx, operator, [
      {
        action: 'account.trial_changed',
        target: state.publicId,
        before: { trialEndsAt: state.trialEndsAt },
        after: { trialEndsAt: endsAt },
      },
    ])
  })
}
