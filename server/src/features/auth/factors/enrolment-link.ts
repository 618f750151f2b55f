// After a reset, a new second factor is enrolled only with the link of an e-mail: the password may be known to others.

import type { Context, Tx } from '../../../platform/context.ts'
import { createLink, readLink, urlOfLink, useLink } from '../one-time-link.api.ts'
import * as queries from './factor.queries.ts'
import { linkMissing } from './steps.ts'

const kind = 'second-factor'
const validForMs = 72 * 3_600_000

/** Call it in the transaction of the reset. Returns the address that the user opens. */
export async function createEnrolmentLink(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  account: string,
  userId: string,
  createdBy?: string,
): Promise<string> {
  const { accountId } = ctx.db
  const given = { accountId, account, userId, kind, validForMs, ...(createdBy && { createdBy }) } as const
  const secret = await createLink(ctx, ctx.db, given)
  return urlOfLink(ctx, 'enrol', secret)
}

/** Changes nothing. */
export async function requireEnrolmentLink(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  userId: string,
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined) throw linkMissing()
  const link = await readLink(ctx, kind, secret)
  if (link.userId !== userId) throw linkMissing()
}

/** Call it in the transaction that confirms the new factor. */
export async function useEnrolmentLink(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined) throw linkMissing()
  const link = await useLink(ctx, ctx, kind, secret)
  if (link.userId !== userId) throw linkMissing()
  await queries.deleteReset(ctx.db, userId)
}
