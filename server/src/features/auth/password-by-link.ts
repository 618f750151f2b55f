// The user chooses a password with a one-time link: after a reset, or to accept an invitation.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { GivenFactor } from './factors/factor.types.ts'
import { getFactorStatus, hasSecondFactor, useSecondFactor } from './factors/second-factor.api.ts'
import type { Language } from './mail/mail.types.ts'
import { hashNewPassword } from './new-passwords.api.ts'
import { endLinks, invalidLink, readLink, useLink } from './one-time-link.api.ts'
import type { passwordLinks } from './one-time-link.types.ts'
import { endedByPassword } from './one-time-link.types.ts'
import * as queries from './password-by-link.queries.ts'
import { notifyOfPassword } from './password-notice.api.ts'
import { replacePassword } from './session.queries.ts'
import { codeWrong, secondFactorMissing } from './sign-in-errors.ts'
import { judgeAttempt } from './throttle.api.ts'

type PasswordLink = (typeof passwordLinks)[number]

export interface Choice extends GivenFactor {
  secret: string
  address: string
  newPassword: string
  language?: Language | undefined
  requestId: string
}

/** Ends all sessions of the user. The user signs in afterwards, with every factor that a sign-in needs. */
export async function choosePassword(ctx: Context, kind: PasswordLink, choice: Choice): Promise<void> {
  const { accountId, userId } = await readLink(ctx, kind, choice.secret)
  const user = await queries.findLinkedUser(ctx.db.forAccount(accountId), userId)
  if (!user) throw invalidLink()
  // A mailbox alone is one factor.
  const needsFactor = hasSecondFactor(await getFactorStatus(ctx.db.forAccount(accountId), userId))
  const passwordHash = await hashNewPassword(ctx, choice.newPassword, {
    path: 'newPassword',
    accountId,
    own: [user.userName, user.name, user.email],
    hasSecondFactor: needsFactor,
  })
  if (needsFactor) await requireSecondFactor(ctx, { accountId, userId, userName: user.userName }, choice)
  await inTransaction(ctx, accountId, async (tx) => {
    const { payload } = await useLink(ctx, tx, kind, choice.secret)
    const now = ctx.now()
    await replacePassword(tx.db, userId, passwordHash, now)
    await queries.verifyEmail(tx.db, userId, (payload as { email: string }).email, now)
    if (choice.language) await queries.setLanguage(tx.db, userId, choice.language)
    await endLinks(tx, userId, endedByPassword)
    if (user.hasPassword) await notifyOfPassword(ctx, tx, userId)
    const action = kind === 'invitation' ? 'users.invitation_accepted' : 'users.password_reset'
    const actor = { userId, clientId: null, requestId: choice.requestId }
    await recordChanges(tx, actor, [{ action, target: userId, before: null, after: null }])
  })
}

/** A wrong code counts as a failure of the name; the link stays valid. */
async function requireSecondFactor(
  ctx: Context,
  { accountId, userId, userName }: { accountId: number; userId: string; userName: string },
  { code, recoveryCode, address }: Choice,
): Promise<void> {
  if (code === undefined && recoveryCode === undefined) throw secondFactorMissing()
  const given = recoveryCode === undefined ? { code: code ?? '' } : { recoveryCode }
  const isRight = await judgeAttempt(ctx, { userName, address }, () =>
    inTransaction(ctx, accountId, (tx) => useSecondFactor(tx, userId, given)),
  )
  if (!isRight) throw codeWrong()
}

export interface OpenInvitation {
  userName: string
  name: string
  account: string
  expiresAt: string
}

/** Changes nothing. */
export async function openInvitation(ctx: Context, secret: string): Promise<OpenInvitation> {
  const { accountId, userId, expiresAt } = await readLink(ctx, 'invitation', secret)
  const user = await queries.findLinkedUser(ctx.db.forAccount(accountId), userId)
  if (!user) throw invalidLink()
  const { userName, name, accountName: account } = user
  return { userName, name, account, expiresAt: expiresAt.toISOString() }
}
