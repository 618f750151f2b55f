// Who needs a second factor to sign in to an account.

import type { Context, Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, ForbiddenError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { requireRecentProof } from '../recent-sign-in.api.ts'
import * as queries from './factor.queries.ts'
import type { SecondFactorPolicy } from './factor.types.ts'
import { getFactorStatus, hasAppOrPasskey, policyOf } from './second-factor.api.ts'

export interface SignInPolicy {
  /** What applies now. */
  secondFactor: SecondFactorPolicy
  /** Set by the operator; the account can be stricter. */
  minimum: SecondFactorPolicy
}

export async function getSignInPolicy(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { accountId }: Caller,
): Promise<SignInPolicy> {
  const db = ctx.db.forAccount(accountId)
  const [policy, accountCreatedAt] = [await queries.findPolicy(db), await queries.findAccountCreation(db)]
  return {
    secondFactor: policyOf(ctx, { policy, accountCreatedAt }),
    minimum: ctx.config.access.secondFactor,
  }
}

/** Users who need a factor and have none are signed out: they enrol at their next sign-in. */
export async function changeSignInPolicy(
  ctx: Tx,
  caller: Caller,
  secondFactor: SecondFactorPolicy,
): Promise<SignInPolicy> {
  if (caller.role === 'standard') {
    throw new ForbiddenError(
      'account.not_allowed',
      'Only the account holder or an administrator may change the account.',
    )
  }
  requireRecentProof(ctx, caller)
  const status = await getFactorStatus(ctx.db, caller.userId)
  if (secondFactor !== 'off' && !hasAppOrPasskey(status)) {
    throw new ConflictError('secondFactor.own_first', 'Add a second factor for yourself first.')
  }
  await queries.setPolicy(ctx.db, secondFactor, ctx.now())
  const applied = policyOf(ctx, { ...status, policy: secondFactor })
  if (applied !== 'off') await queries.deleteSessionsWithoutFactor(ctx.db, applied === 'all')
  await recordChanges(ctx, caller, [
    {
      action: 'account.sign_in_changed',
      target: caller.account,
      before: { secondFactor: status.policy },
      after: { secondFactor },
    },
  ])
  return { secondFactor: applied, minimum: ctx.config.access.secondFactor }
}
