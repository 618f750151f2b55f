// Invitations: the user chooses the password with a link, so that nobody else knows it. Accepting verifies the e-mail
// address that the link was sent to.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { countIdentityMails, queueIdentityMail, requireMailServer } from '../auth/identity-mail.api.ts'
import type { NewIdentityMail } from '../auth/identity-mail.types.ts'
import { createLink, urlOfLink } from '../auth/one-time-link.api.ts'
import { countToday } from '../auth/throttle.api.ts'
import { lockToInvite } from './user.api.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

const dayMs = 86_400_000
const validForMs = 3 * dayMs
const maxADay = 3
const maxADayOfAccount = 200

interface Invited {
  id: string
  email: string
}
export interface Invitation {
  url: string
  expiresAt: Date
}

export async function inviteUser(
  ctx: Tx,
  caller: Caller,
  userId: string,
  language: NewIdentityMail['language'],
): Promise<Invitation> {
  const user = await lockToInvite(ctx, caller, userId)
  requireMailServer(ctx)
  const sent = { accountId: ctx.db.accountId, userId, kind: 'invitation' as const }
  if ((await countIdentityMails(ctx, ctx.db, sent, dayMs)) >= maxADay) {
    throw new TooManyError(
      'users.too_many_mails',
      `This user was invited ${maxADay} times in 24 hours. Try again later.`,
      { retryAfterSeconds: 3_600 },
    )
  }
  return invite(ctx, caller, { account: caller.account, user, language })
}

/** For the operator, who may also pass on the link. Without a mail server nothing is sent. */
export function inviteAsOperator(
  ctx: Needs,
  actor: Actor,
  { account, user }: { account: string; user: Invited },
): Promise<Invitation> {
  return invite(ctx, actor, { account, user, language: undefined })
}

async function invite(
  ctx: Needs,
  actor: Actor | Caller,
  { account, user, language }: { account: string; user: Invited; language: NewIdentityMail['language'] },
): Promise<Invitation> {
  const { accountId } = ctx.db
  const payload = { email: user.email }
  const secret = await createLink(ctx, ctx.db, {
    accountId,
    account,
    userId: user.id,
    kind: 'invitation',
    payload,
    validForMs,
    ...(actor.userId && { createdBy: actor.userId }),
  })
  const url = urlOfLink(ctx, 'invitation', secret)
  if (ctx.config.notifications.smtpUrl) {
    const to = { accountId, userId: user.id, address: user.email }
    await queueIdentityMail(ctx, ctx.db, { ...to, kind: 'invitation', values: { url }, language })
  }
  await recordChanges(ctx, actor, [
    { action: 'users.invited', target: user.id, before: null, after: payload },
  ])
  return { url, expiresAt: new Date(ctx.now().getTime() + validForMs) }
}

/** Invitations go to addresses that are not verified, so an account must not send any number of them. */
export async function requireFewInvitations(ctx: Pick<Context, 'db' | 'now'>, caller: Caller): Promise<void> {
  if ((await countToday(ctx, 'invitation', caller.account)) <= maxADayOfAccount) return
  throw new TooManyError(
    'users.too_many_mails',
    `An account may send ${maxADayOfAccount} invitations a day. Try again tomorrow.`,
    { retryAfterSeconds: 3_600 },
  )
}
