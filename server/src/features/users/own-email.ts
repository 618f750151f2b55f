// Users change their own e-mail address: a link to the new address confirms it, a link to the old one undoes it.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { countIdentityMails, queueIdentityMail, requireMailServer } from '../auth/identity-mail.api.ts'
import type { NewIdentityMail } from '../auth/identity-mail.types.ts'
import { maskEmail } from '../auth/mask-email.api.ts'
import {
  createLink,
  endLinks,
  hasLink,
  invalidLink,
  readLink,
  urlOfLink,
  useLink,
} from '../auth/one-time-link.api.ts'
import type { OneTimeLink } from '../auth/one-time-link.types.ts'
import { linkKinds, passwordLinks } from '../auth/one-time-link.types.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { endAllSessions } from '../auth/session-list.api.ts'
import * as queries from './own-email.queries.ts'

const dayMs = 86_400_000
const validForMs = dayMs
const undoForMs = 3 * dayMs
const maxADay = 5

/** Also verifies the address that the user already has. Returns when the link expires. */
export async function requestEmailChange(
  ctx: Tx,
  { account, userId, ...caller }: Caller,
  { email, language }: { email: string; language?: NewIdentityMail['language'] },
): Promise<Date> {
  // With the address, a password can be reset: an API key is not enough.
  requireRecentProof(ctx, caller)
  requireMailServer(ctx)
  const { accountId } = ctx.db
  // Parallel requests are counted one after the other.
  await queries.lockEmail(ctx.db, userId)
  const mail = { accountId, userId, kind: 'email-confirmation' as const }
  if ((await countIdentityMails(ctx, ctx.db, mail, dayMs)) >= maxADay) {
    throw new TooManyError(
      'users.too_many_mails',
      `The e-mail address can be changed ${maxADay} times in 24 hours. Try again later.`,
      { retryAfterSeconds: 3_600 },
    )
  }
  const link = { accountId, account, userId, kind: mail.kind, payload: { email }, validForMs }
  const secret = await createLink(ctx, ctx.db, { ...link, createdBy: userId })
  const values = { url: urlOfLink(ctx, 'email', secret) }
  await queueIdentityMail(ctx, ctx.db, { ...mail, address: email, values, language })
  const after = { email: maskEmail(email) }
  await recordChanges(ctx, { userId, clientId: caller.clientId, requestId: caller.requestId }, [
    { action: 'users.email_change_requested', target: userId, before: null, after },
  ])
  return new Date(ctx.now().getTime() + validForMs)
}

export function confirmEmail(ctx: Context, secret: string, requestId: string): Promise<void> {
  return withLink(ctx, 'email-confirmation', secret, async (tx, link) => {
    const { email: before, emailVerifiedAt } = await getEmail(tx, link.userId)
    const { email } = link.payload as { email: string }
    await queries.setVerifiedEmail(tx.db, link.userId, email, ctx.now())
    await endLinks(tx, link.userId, passwordLinks)
    if (before !== email && emailVerifiedAt) await offerUndo(ctx, tx, link, { before, after: email })
    await record(tx, link, requestId, { before, after: email })
  })
}

/**
 * An undo link that is still open stays: it restores the address from before the first change. Otherwise a second
 * change would take it from the user who needs it.
 */
async function offerUndo(
  ctx: Context,
  tx: Tx,
  { accountId, account, userId }: OneTimeLink,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const values: Record<string, string> = { email: maskEmail(after), at: ctx.now().toISOString() }
  if (!(await hasLink(ctx, tx, userId, 'email-undo'))) {
    const link = { accountId, account, userId, kind: 'email-undo' as const, validForMs: undoForMs }
    const secret = await createLink(ctx, tx.db, { ...link, payload: { email: before } })
    values.url = urlOfLink(ctx, 'email-undo', secret)
  }
  await queueIdentityMail(ctx, tx.db, { accountId, userId, address: before, kind: 'email-changed', values })
}

/** Somebody else changed the address: restores it, ends all sessions, and ends what could change it again. */
export function undoEmailChange(ctx: Context, secret: string, requestId: string): Promise<void> {
  return withLink(ctx, 'email-undo', secret, async (tx, link) => {
    const { email: before } = await getEmail(tx, link.userId)
    const { email } = link.payload as { email: string }
    await queries.setVerifiedEmail(tx.db, link.userId, email, ctx.now())
    await endAllSessions(tx, link.userId)
    // The link to a new second factor stays: without it the user cannot sign in.
    await endLinks(
      tx,
      link.userId,
      linkKinds.filter((kind) => kind !== 'second-factor'),
    )
    await record(tx, link, requestId, { before, after: email })
  })
}

async function withLink(
  ctx: Context,
  kind: 'email-confirmation' | 'email-undo',
  secret: string,
  work: (tx: Tx, link: OneTimeLink) => Promise<void>,
): Promise<void> {
  const { accountId } = await readLink(ctx, kind, secret)
  await inTransaction(ctx, accountId, async (tx) => work(tx, await useLink(ctx, tx, kind, secret)))
}

async function getEmail({ db }: Pick<Tx, 'db'>, userId: string): Promise<queries.UserEmail> {
  const found = await queries.lockEmail(db, userId)
  if (!found) throw invalidLink()
  return found
}

function record(
  tx: Tx,
  { userId }: OneTimeLink,
  requestId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const actor = { userId, clientId: null, requestId }
  const change = { before: { email: before }, after: { email: after, emailVerified: true } }
  return recordChanges(tx, actor, [{ action: 'users.changed', target: userId, ...change }])
}
