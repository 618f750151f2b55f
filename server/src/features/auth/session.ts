// Password sessions for the web interface: a short-lived token in memory, a renewable secret in a cookie.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { entryOf } from '../../platform/http/account-status.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { findAccountNumber, findUserByName, unknownUser } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import { requireEnrolmentLink } from './factors/enrolment-link.ts'
import type { AuthenticationMethods, PendingSignIn } from './factors/factor.types.ts'
import { passkey as passkeyMethods, passwordAndCode, passwordOnly } from './factors/factor.types.ts'
import { readChallenge } from './factors/passkey-challenge.ts'
import { isPasskeyOf } from './factors/passkey-sign-in.ts'
import { getFactorStatus, useSecondFactor } from './factors/second-factor.api.ts'
import { nextStepOf, startStep } from './factors/steps.ts'
import type { AuthenticationResponse } from './factors/webauthn.ts'
import type { Tokens } from './jwt.api.ts'
import { hashNewPassword } from './new-passwords.api.ts'
import { endLinks } from './one-time-link.api.ts'
import { endedByPassword } from './one-time-link.types.ts'
import { isMethodAllowed, issue, issueFor, openSession, sessionEnd } from './open-session.api.ts'
import { originOf } from './origin.ts'
import { isPasswordOf } from './password.api.ts'
import { isPasswordUsable, noteWrongPassword } from './password-lock.ts'
import { notifyOfPassword } from './password-notice.api.ts'
import * as queries from './session.queries.ts'
import type { SignedIn } from './session.types.ts'
import { hashOf, isFormerSecret, isSame, parseCookie, successorOf } from './session-secret.ts'
import type { RefusalReason, SessionOrigin } from './sign-in.types.ts'
import {
  codeWrong,
  passkeyRefused,
  passwordWrong,
  secondFactorMissing,
  signedOut,
  temporaryPasswordError,
} from './sign-in-errors.ts'
import { recordRefusal } from './sign-in-log.api.ts'
import { forgetWrongPasswords, judgeAttempt } from './throttle.api.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sites'>

/** The previous secret stays valid this long, because two tabs may refresh at once and responses get lost. */
const previousValidForMs = 30_000

interface Attempt extends SessionOrigin {
  userName: string
  password: string
  /** After the second factor was reset. */
  enrolmentLink?: string
}
interface PasswordChange extends Attempt {
  newPassword: string
  /** One of both, if the user has a second factor. */
  code?: string
  passkey?: AuthenticationResponse
  challengeCookie: string | undefined
}
type AuthenticatedUser = Awaited<ReturnType<typeof authenticate>>

/** Opens a session, or the step that asks for the second factor. */
export async function signIn(
  ctx: Needs,
  tokens: Tokens,
  attempt: Attempt,
): Promise<SignedIn | PendingSignIn> {
  const user = await authenticate(ctx, attempt)
  if (user.hasTemporaryPassword) throw temporaryPasswordError()
  return openOrContinue(ctx, tokens, user, attempt)
}

/** Needs the current password, the second factor if there is one, and no privilege. Ends all sessions of the user. */
export async function changeOwnPassword(
  ctx: Context,
  tokens: Tokens,
  attempt: PasswordChange,
): Promise<SignedIn | PendingSignIn> {
  const user = await authenticate(ctx, attempt)
  if (user.hasTemporaryPassword && attempt.newPassword === attempt.password) throw temporaryPasswordError()
  const passwordHash = await hashNewPassword(ctx, attempt.newPassword, {
    path: 'newPassword',
    accountId: user.accountId,
    own: user.own,
    hasSecondFactor: user.next === 'secondFactor',
  })
  const amr = user.next === 'secondFactor' ? await requireSecondFactor(ctx, user, attempt) : undefined
  await inTransaction(ctx, user.accountId, async (tx) => {
    await queries.replacePassword(tx.db, user.userId, passwordHash, ctx.now())
    await endLinks(tx, user.userId, endedByPassword)
    await notifyOfPassword(ctx, tx, user.userId)
    const actor = { userId: user.userId, clientId: null, requestId: null }
    const after = { passwordChanged: true }
    await recordChanges(tx, actor, [{ action: 'users.changed', target: user.userId, before: null, after }])
  })
  return amr
    ? open(ctx, tokens, user, { ...originOfPassword(attempt), amr })
    : openOrContinue(ctx, tokens, user, attempt)
}

/** A wrong code or passkey counts as a failure of the name. */
async function requireSecondFactor(
  ctx: Context,
  user: AuthenticatedUser,
  attempt: PasswordChange,
): Promise<AuthenticationMethods> {
  const { userName, code, passkey, challengeCookie } = attempt
  if (code === undefined && !passkey) throw secondFactorMissing()
  const challenge = readChallenge(ctx, challengeCookie, attempt)
  const proven = await judgeAttempt(ctx, attempt, () =>
    inTransaction(ctx, user.accountId, async (tx) => {
      if (!passkey) return (await useSecondFactor(tx, user.userId, { code: code ?? '' })) && passwordAndCode
      const isRight = challenge && (await isPasskeyOf(tx, user.userId, challenge, passkey))
      return isRight ? passkeyMethods : undefined
    }),
  )
  if (proven) return proven
  recordRefusal(ctx, { userName, reason: 'secondFactor', ...originOfPassword(attempt) })
  throw passkey ? passkeyRefused() : codeWrong()
}

/** Returns the user, or counts a failed attempt and throws. */
async function authenticate(ctx: Needs, attempt: Attempt) {
  let reason: RefusalReason = 'throttled'
  let user = unknownUser
  const { userName } = attempt
  const refuse = () => recordRefusal(ctx, { userName, reason, ...originOfPassword(attempt) })
  const judge = async (isKnown: boolean) => {
    user = await findUserByName(ctx, userName)
    const db = ctx.db.forAccount(user.accountId)
    const holder = await queries.findPasswordHolder(db, user.userId)
    const turn = { key: networkOf(attempt.address), isKnown }
    const [matches, isAdmitted] = await Promise.all([
      isPasswordOf(attempt.password, holder?.passwordHash, turn),
      ctx.sites.admits(attempt, user.accountId),
    ])
    const temporaryUntil = holder?.temporaryPasswordUntil ?? null
    reason = matches ? (holder?.isSsoOnly ? 'sso' : 'inactive') : 'credentials'
    if (!holder || !matches || !isAdmitted || !isUserActive(holder, ctx.now())) return undefined
    if (!isPasswordUsable(holder, ctx.now())) return undefined
    const own = [attempt.userName, holder.email, holder.name]
    const status = await getFactorStatus(db, user.userId)
    return {
      ...user,
      own,
      hasTemporaryPassword: temporaryUntil !== null,
      status,
      next: nextStepOf(ctx, status),
    }
  }
  const isFinal = ({ next }: { next: unknown }) => next === undefined
  const found = await judgeAttempt(ctx, attempt, judge, isFinal).catch((error: unknown) => {
    if (error instanceof TooManyError) refuse()
    throw error
  })
  await (found ? forgetWrongPasswords(ctx, userName) : noteWrongPassword(ctx, userName, user))
  if (!found) {
    refuse()
    throw passwordWrong()
  }
  if (found.status.isReset) await requireEnrolmentLink(ctx, found.userId, attempt.enrolmentLink)
  return found
}

/** The attempt also contains the password, which goes no further. */
function originOfPassword({ address, agent, host }: Attempt) {
  return { address, agent, host, method: 'password' as const }
}

function openOrContinue(
  ctx: Needs,
  tokens: Tokens,
  user: AuthenticatedUser,
  attempt: Attempt,
): Promise<SignedIn | PendingSignIn> {
  const { next, status } = user
  if (next) return startStep(ctx, user, status, { next, address: attempt.address, host: attempt.host })
  return open(ctx, tokens, user, { ...originOfPassword(attempt), amr: passwordOnly })
}

async function open(
  ctx: Needs,
  tokens: Tokens,
  user: { account: string; accountId: number; userId: string },
  how: Parameters<typeof openSession>[2],
): Promise<SignedIn> {
  const opened = await inTransaction(ctx, user.accountId, (tx) => openSession(tx, user.userId, how))
  return issueFor(ctx, tokens, user, opened)
}

/** Exchanges the cookie for a new token and cookie. Reusing an old cookie ends the session; a wrong one does not. */
export async function refresh(
  ctx: Needs,
  tokens: Tokens,
  cookie: string | undefined,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined || !(await ctx.sites.admits(origin, accountId))) throw signedOut()
  const now = ctx.now()
  const next = successorOf(ctx, id, secret)
  const renewed = await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session || session.expiresAt <= now || session.host !== origin.host) return undefined
    const { userId, expiresAt, authenticatedAt, method, amr } = session
    if (!isUserActive({ ...session, expiresAt: session.userExpiresAt }, now)) return undefined
    if (entryOf(session.accountStatus, { role: session.role, isSession: true }) !== 'admitted')
      return undefined
    // The second factor, or single sign-on, became required while the session was open.
    const lacksFactor = method !== 'sso' && nextStepOf(ctx, await getFactorStatus(db, userId)) === 'enrolment'
    if (lacksFactor || !isMethodAllowed(session)) {
      await queries.deleteSession(db, id)
      return undefined
    }
    if (isSame(session.secretHash, secret)) {
      const later = sessionEnd(ctx, authenticatedAt, method)
      await queries.replaceSecret(db, id, hashOf(next), now, later, originOf(origin))
      return { userId, authenticatedAt, amr, expiresAt: later }
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < previousValidForMs
    if (isRecent) {
      return isSame(session.previousHash, secret) ? { userId, authenticatedAt, amr, expiresAt } : undefined
    }
    // The cookie was copied, and it is unknown which of the two clients is legitimate.
    if (isFormerSecret(ctx, session, secret)) await queries.deleteSession(db, id)
    return undefined
  })
  if (!renewed) throw signedOut()
  const { userId, authenticatedAt, amr } = renewed
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt, amr })
  return { ...issued, cookie: `${account}.${id}.${next}`, cookieExpires: renewed.expiresAt }
}

export async function signOut(
  ctx: Needs,
  cookie: string | undefined,
  { host }: SessionOrigin,
): Promise<void> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) return
  await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session || session.host !== host) return
    if (isSame(session.secretHash, secret) || isSame(session.previousHash, secret)) {
      await queries.deleteSession(db, id)
    }
  })
}
