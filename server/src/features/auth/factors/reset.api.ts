// Removes all second factors of a user. A new one is enrolled with the link of an e-mail.

import type { Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import type { Actor } from '../../audit/audit.types.ts'
import { createEnrolmentLink } from './enrolment-link.ts'
import * as queries from './factor.queries.ts'
import { notifyOfFactor } from './notices.ts'
import { getFactorStatus, hasSecondFactor } from './second-factor.api.ts'
import { deleteSteps } from './step.queries.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

/** Call it last in a transaction. `isSent`: the user has a verified e-mail address, and the link was sent there. */
export async function resetSecondFactor(
  ctx: Needs,
  { account, userId }: { account: string; userId: string },
  actor: Actor | Caller,
): Promise<{ url: string; isSent: boolean }> {
  const status = await getFactorStatus(ctx.db, userId)
  if (!hasSecondFactor(status) && !status.isReset) {
    throw new ConflictError('secondFactor.none', 'The user has no second factor.')
  }
  await queries.deleteTotp(ctx.db, userId)
  await queries.deletePasskeys(ctx.db, userId)
  await queries.deleteRecoveryCodes(ctx.db, userId)
  await queries.deleteOtherSessions(ctx.db, userId, null)
  await deleteSteps(ctx.db, userId)
  await queries.keepReset(ctx.db, userId, ctx.now())
  const url = await createEnrolmentLink(ctx, account, userId, actor.userId ?? undefined)
  const sentTo = await notifyOfFactor(ctx, userId, 'second-factor-reset', { url })
  await notifyOfFactor(ctx, userId, 'factor-removed', { factor: 'all' })
  await recordChanges(ctx, actor, [
    { action: 'users.second_factor_reset', target: userId, before: null, after: null },
  ])
  return { url, isSent: sentTo > 0 && ctx.config.notifications.smtpUrl !== undefined }
}
