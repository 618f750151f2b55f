// Answers a request for a support session by the link of the e-mail. It opens reading only: to let somebody change
// settings takes a sign-in.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { invalidLink, readLink, useLink } from '../auth/one-time-link.api.ts'
import type { ApprovalPayload } from './approval-link.api.ts'
import { approvalKind } from './approval-link.api.ts'
import { approveSession, endSession } from './support.api.ts'
import * as queries from './support.queries.ts'

type Reads = Pick<Context, 'db' | 'config' | 'now'>

export interface RequestByLink {
  visitorName: string
  organization: string
  reason: string
  minutes: number
  expiresAt: string
}

/** Changes nothing. */
export async function openRequest(ctx: Reads, secret: string): Promise<RequestByLink> {
  const { accountId, payload, userId } = await readLink(ctx, approvalKind, secret)
  const db = ctx.db.forAccount(accountId)
  const request = await queries.findRequested(db, (payload as ApprovalPayload).supportSessionId, ctx.now())
  if (!request || !(await queries.isAdministrator(db, userId, ctx.now()))) throw invalidLink()
  return { ...request, expiresAt: request.expiresAt.toISOString() }
}

/** Works once per link. Returns the id of the session. */
export async function answerRequest(
  ctx: Context,
  { secret, isApproved, requestId }: { secret: string; isApproved: boolean; requestId: string },
): Promise<string> {
  const { accountId } = await readLink(ctx, approvalKind, secret)
  return inTransaction(ctx, accountId, async (tx) => {
    const { userId, payload } = await useLink(tx, tx, approvalKind, secret)
    const { supportSessionId: id } = payload as ApprovalPayload
    // The user may have lost the role since.
    if (!(await queries.isAdministrator(tx.db, userId, tx.now()))) throw invalidLink()
    const actor = { userId, clientId: null, requestId }
    if (isApproved)
      await approveSession(tx, actor, { id, access: 'read', action: 'support.approved_by_link' })
    else await endSession(tx, actor, id)
    return id
  })
}
