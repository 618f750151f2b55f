// Password sessions for the web interface: a short-lived token in memory, a renewable secret in a cookie.

import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId, randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { ForbiddenError, UnauthenticatedError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { findAccountNumber, findUserByName } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import { requireEnrolmentLink } from './factors/enrolment-link.ts'
import type { PendingSignIn } from './factors/factor.types.ts'
import { passwordAndCode, passwordOnly } from './factors/factor.types.ts'
import { getFactorStatus, useSecondFactor } from './factors/second-factor.api.ts'
import { nextStepOf, startStep } from './factors/steps.ts'
import type { Tokens } from './jwt.api.ts'
import type { IssuedToken, TokenClaims } from './jwt.types.ts'
import { hashNewPassword } from './new-passwords.api.ts'
import { isPasswordOf } from './password.api.ts'
import * as queries from './session.queries.ts'
import type { OpenedSession, Session, SignedIn } from './session.types.ts'
import { judgeAttempt } from './throttle.api.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

/** The previous secret stays valid this long, because two tabs may refresh at once and responses get lost. */
const previousValidForMs = 30_000
const dayMs = 86_400_000
/** Refreshes of about a day: older cookies are refused like unknown ones. */
const maxGenerations = 200
const cookieShape = /^(acc_[0-9A-Za-z]{22})\.(ses_[0-9A-Za-z]{22})\.([\w-]{43})$/

interface Attempt {
  userName: string
  password: string
  address: string
  /** After the second factor was reset. */
  enrolmentLink?: string
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
  attempt: Attempt & { newPassword: string; code?: string },
): Promise<SignedIn | PendingSignIn> {
  const user = await authenticate(ctx, attempt)
  if (user.hasTemporaryPassword && attempt.newPassword === attempt.password) throw temporaryPasswordError()
  const passwordHash = await hashNewPassword(attempt.newPassword, {
    path: 'newPassword',
    accountId: user.accountId,
    own: user.own,
  })
  if (user.next === 'secondFactor') await requireCode(ctx, user, attempt)
  await inTransaction(ctx, user.accountId, async (tx) => {
    await queries.replacePassword(tx.db, user.userId, passwordHash, ctx.now())
    const actor = { userId: user.userId, clientId: null, requestId: null }
    const after = { passwordChanged: true }
    await recordChanges(tx, actor, [{ action: 'users.changed', target: user.userId, before: null, after }])
  })
  if (user.next !== 'secondFactor') return openOrContinue(ctx, tokens, user, attempt)
  return issueFor(ctx, tokens, user, await openSession(ctx, ctx.db.forAccount(user.accountId), user.userId, passwordAndCode))
}

async function openOrContinue(
  ctx: Needs,
  tokens: Tokens,
  user: AuthenticatedUser,
  { address }: Attempt,
): Promise<SignedIn | PendingSignIn> {
  const { next, status } = user
  if (next) return startStep(ctx, user, status, { next, address })
  return issueFor(ctx, tokens, user, await openSession(ctx, ctx.db.forAccount(user.accountId), user.userId, passwordOnly))
}

/** A wrong code counts as a failure of the name. */
async function requireCode(
  ctx: Context,
  user: AuthenticatedUser,
  attempt: Attempt & { code?: string },
): Promise<void> {
  const { code } = attempt
  if (code === undefined) throw secondFactorMissing()
  const isRight = await judgeAttempt(ctx, attempt, () =>
    inTransaction(ctx, user.accountId, (tx) => useSecondFactor(tx, user.userId, { code })),
  )
  if (!isRight) throw codeWrong()
}

/** Returns the user, or counts a failed attempt and throws. */
async function authenticate(ctx: Needs, attempt: Attempt) {
  const key = networkOf(attempt.address)
  const found = await judgeAttempt(ctx, attempt, async (isKnown) => {
    const user = await findUserByName(ctx, attempt.userName)
    const holder = await queries.findPasswordHolder(ctx.db.forAccount(user.accountId), user.userId)
    const matches = await isPasswordOf(attempt.password, holder?.passwordHash, { key, isKnown })
    const temporaryUntil = holder?.temporaryPasswordUntil ?? null
    const isExpired = temporaryUntil !== null && temporaryUntil <= ctx.now()
    if (!holder || !matches || isExpired || !isUserActive(holder, ctx.now())) return undefined
    const own = [attempt.userName, holder.email, holder.name]
    const status = await getFactorStatus(ctx.db.forAccount(user.accountId), user.userId)
    const next = nextStepOf(ctx, status)
    if (next === 'enrolment' && status.isReset) await requireEnrolmentLink(ctx, user.userId, attempt.enrolmentLink)
    return { ...user, own, hasTemporaryPassword: temporaryUntil !== null, status, next }
  }, ({ next }) => next === undefined)
  if (found) return found
  throw new UnauthenticatedError('session.refused', 'The user name or the password is not valid.')
}

/** Stores a session. It may be part of the transaction that spends the second factor. */
export async function openSession(
  ctx: Pick<Context, 'config' | 'now'>,
  db: AccountDb,
  userId: string,
  amr: readonly string[],
): Promise<OpenedSession> {
  const id = newId('ses')
  const secret = randomText(43)
  const expiresAt = sessionEnd(ctx, ctx.now())
  await queries.insertSession(db, {
    id,
    userId,
    secretHash: hashOf(secret),
    expiresAt,
    amr,
    now: ctx.now(),
  })
  return { id, secret, expiresAt, amr }
}

/** The token and the cookie of a new session. */
export async function issueFor(
  ctx: Needs,
  tokens: Tokens,
  { account, userId }: { account: string; userId: string },
  { id, secret, expiresAt, amr }: OpenedSession,
): Promise<SignedIn> {
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt: ctx.now(), amr })
  return { ...issued, cookie: `${account}.${id}.${secret}`, cookieExpires: expiresAt }
}

/** A token of the same session that proves a recent authentication. Refreshing the session loses the proof. */
export function issueProof(
  ctx: Needs,
  tokens: Tokens,
  { account, userId, id }: { account: string; userId: string; id: string },
  amr: readonly string[],
): Promise<IssuedToken> {
  return issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt: ctx.now(), amr })
}

/** The session of the cookie, without renewing it. */
export async function getSessionOf(
  ctx: Needs,
  cookie: string | undefined,
): Promise<{ account: string; accountId: number; id: string; userId: string }> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  const session =
    accountId === undefined ? undefined : await queries.findSession(ctx.db.forAccount(accountId), id)
  if (accountId === undefined || !session || session.expiresAt <= ctx.now()) throw signedOut()
  const { userExpiresAt, ...user } = session
  if (!isUserActive({ ...user, expiresAt: userExpiresAt }, ctx.now())) throw signedOut()
  if (!isSame(session.secretHash, secret) && !isSame(session.previousHash, secret)) throw signedOut()
  return { account, accountId, id, userId: session.userId }
}

/** Exchanges the cookie for a new token and cookie. Reusing an old cookie ends the session; a wrong one does not. */
export async function refresh(ctx: Needs, tokens: Tokens, cookie: string | undefined): Promise<SignedIn> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) throw signedOut()
  const now = ctx.now()
  const next = successorOf(ctx, id, secret)
  const renewed = await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session || session.expiresAt <= now) return undefined
    const { userId, expiresAt, createdAt: authenticatedAt, amr } = session
    if (!isUserActive({ ...session, expiresAt: session.userExpiresAt }, now)) return undefined
    if (isSame(session.secretHash, secret)) {
      const later = sessionEnd(ctx, authenticatedAt)
      await queries.replaceSecret(db, id, hashOf(next), now, later)
      return { userId, authenticatedAt, amr, expiresAt: later }
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < previousValidForMs
    if (isRecent)
      return isSame(session.previousHash, secret) ? { userId, authenticatedAt, amr, expiresAt } : undefined
    // The cookie was copied, and it is unknown which of the two clients is legitimate.
    if (isFormerSecret(ctx, session, secret)) await queries.deleteSession(db, id)
    return undefined
  })
  if (!renewed) throw signedOut()
  const { userId, authenticatedAt, amr } = renewed
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt, amr })
  return { ...issued, cookie: `${account}.${id}.${next}`, cookieExpires: renewed.expiresAt }
}

export async function signOut(ctx: Needs, cookie: string | undefined): Promise<void> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) return
  await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session) return
    if (isSame(session.secretHash, secret) || isSame(session.previousHash, secret)) {
      await queries.deleteSession(db, id)
    }
  })
}

/** A malformed cookie becomes an unknown session. */
function parseCookie(cookie = ''): { account: string; id: string; secret: string } {
  const [, account = '', id = '', secret = ''] = cookieShape.exec(cookie) ?? []
  return { account, id, secret }
}

/** Deterministic, so that refreshing twice with one cookie gives one new cookie. */
function successorOf({ config }: Pick<Needs, 'config'>, id: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.access.secret, id, 'rastro session', 32))
  return createHmac('sha256', key).update(secret).digest('base64url')
}

/** Whether the current secret descends from this one. Anybody may know the ids, only former holders a former secret. */
function isFormerSecret(ctx: Pick<Needs, 'config'>, session: Session, secret: string): boolean {
  let descendant = secret
  for (let generation = 0; generation < maxGenerations; generation += 1) {
    descendant = successorOf(ctx, session.id, descendant)
    if (isSame(session.secretHash, descendant)) return true
  }
  return false
}

function issue(ctx: Needs, tokens: Tokens, claims: Omit<TokenClaims, 'expiresAt'>) {
  return tokens.issue(claims, ctx.config.access.sessionTokenMinutes)
}

/** Each refresh extends the session, up to a maximum since the last password sign-in. */
function sessionEnd(ctx: Pick<Needs, 'config' | 'now'>, authenticatedAt: Date): Date {
  const { sessionIdleDays, sessionMaxDays } = ctx.config.access
  const idleEnd = ctx.now().getTime() + sessionIdleDays * dayMs
  return new Date(Math.min(idleEnd, authenticatedAt.getTime() + sessionMaxDays * dayMs))
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isSame(stored: Buffer | null, secret: string): boolean {
  return stored !== null && timingSafeEqual(stored, hashOf(secret))
}

function temporaryPasswordError(): ForbiddenError {
  return new ForbiddenError(
    'session.password_temporary',
    'This is a temporary password. Choose your own with PUT /session/password.',
  )
}

export function secondFactorMissing(): ForbiddenError {
  return new ForbiddenError(
    'session.second_factor_required',
    'The user has a second factor. Also send the code of the authenticator app, or use a passkey.',
  )
}

export function codeWrong(): UnauthenticatedError {
  return new UnauthenticatedError('session.code_wrong', 'The code is not valid. Each code works once.')
}

function signedOut(): UnauthenticatedError {
  return new UnauthenticatedError('session.ended', 'You are signed out. Sign in again.')
}
