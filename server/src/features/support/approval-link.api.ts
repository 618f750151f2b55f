// The link in the e-mail about a request: an administrator approves it for reading, or refuses it, without signing in.
// Opening it changes nothing, because mail scanners open links.

import type { Context, Tx } from '../../platform/context.ts'
import { createLink, urlOfLink } from '../auth/one-time-link.api.ts'

export const approvalKind = 'support-approval'
/** As long as a request can be approved. */
const validForMs = 24 * 3_600_000

export interface ApprovalPayload {
  supportSessionId: string
}

/** Of several requests the link of the newest is valid; the others are answered in the interface. */
export async function createApprovalLink(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  { account, userId, supportSessionId }: { account: string; userId: string } & ApprovalPayload,
): Promise<string> {
  const { accountId } = ctx.db
  const payload: ApprovalPayload = { supportSessionId }
  const link = { accountId, account, userId, kind: approvalKind, payload, validForMs } as const
  return urlOfLink(ctx as Pick<Context, 'config'>, 'support-request', await createLink(ctx, ctx.db, link))
}
