// Transfers an account to another holder.

import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { notFound } from './user.api.ts'
import * as queries from './user.queries.ts'

/** The owner becomes an administrator, an administrator becomes the owner. */
export async function transferOwnership(ctx: Tx, caller: Caller, id: string): Promise<void> {
  // Checked again under lock: the owner may have changed since the token was checked.
  const holder = await queries.lockUser(ctx.db, { kind: 'all' }, caller.userId)
  if (caller.role !== 'owner' || holder?.role !== 'owner') {
    throw new ForbiddenError('users.not_owner', 'Only the account holder can transfer the account.')
  }
  requireRecentProof(ctx, caller)
  const successor = await queries.lockUser(ctx.db, { kind: 'all' }, id)
  if (!successor) throw notFound(id)
  if (successor.role !== 'administrator' || successor.disabled || successor.expiresAt || successor.from) {
    throw new ConflictError(
      'users.not_eligible',
      'The account can be transferred only to an enabled administrator without validity dates.',
    )
  }
  // In this order: an account never has two owners.
  await queries.setRole(ctx.db, caller.userId, 'administrator', ctx.now())
  await queries.setRole(ctx.db, id, 'owner', ctx.now())
  await recordChanges(ctx, caller, [
    {
      action: 'account.ownership_transferred',
      target: id,
      before: { owner: caller.userId },
      after: { owner: id },
    },
  ])
}
