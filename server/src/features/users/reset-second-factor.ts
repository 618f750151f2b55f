// Resets the second factor of a user who has lost it.

import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { resetSecondFactor } from '../auth/factors/reset.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { requireManaged } from './user.api.ts'

/** Returns the link for the user if it could not be sent by e-mail. */
export async function resetSecondFactorOf(ctx: Tx, caller: Caller, id: string): Promise<string | null> {
  requireRecentProof(ctx, caller)
  await requireManaged(ctx, caller, id)
  const { url, isSent } = await resetSecondFactor(ctx, { account: caller.account, userId: id }, caller)
  return isSent ? null : url
}
