// Password sessions for the web interface: a short-lived token in memory, a renewable secret in a cookie.

import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId, randomText } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { entryOf, statusError } from '../../platform/http/account-status.ts'
import { ForbiddenError, UnauthenticatedError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { findAccountNumber, findUserByName, unknownUser } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { TokenClaims } from './jwt.types.ts'
import { hashNewPassword } from './new-passwords.api.ts'
import { endLinks } from './one-time-link.api.ts'
import { passwordLinks } from './one-time-link.types.ts'
import { isPasswordOf } from './password.api.ts'
import { noteWrongPassword } from './password-lock.ts'
import { notifyOfPassword } from './password-notice.api.ts'
import * as queries from './session.queries.ts'
import type { Session, SignedIn } from './session.types.ts'
import { forgetWrongPasswords, judgeAttempt } from './throttle.api.ts'

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
}

export async function signIn(ctx: Needs, tokens: Tokens, attempt: Attempt): Promise<SignedIn> {
  const user = await authenticate(ctx, attempt)
  if (user.hasTemporaryPassword) throw temporaryPasswordError()
  return open(ctx, tokens, user)
}

/** Needs the current password and no privilege. Ends all sessions of the user and opens a new one. */
export async function changeOwnPassword(
  ctx: Context,
  tokens: Tokens,
  attempt: Attempt & { newPassword: string },
): Promise<SignedIn> {
  const user = await authenticate(ctx, attempt)
  if (user.hasTemporaryPassword && attempt.newPassword === attempt.password) throw temporaryPasswordError()
  const passwordHash = await hashNewPassword(ctx, attempt.newPassword, {
    path: 'newPassword',
    accountId: user.accountId,
    own: user.own,
  })
  await inTransaction(ctx, user.accountId, async (tx) => {
    await queries.replacePassword(tx.db, user.userId, passwordHash, ctx.now())
    await endLinks(tx, user.userId, passwordLinks)
    await notifyOfPassword(ctx, tx, user.userId)
    const actor = { userId: user.userId, clientId: null, requestId: null }
    const after = { passwordChanged: true }
    await recordChanges(tx, actor, [{ action: 'users.changed', target: user.userId, before: null, after }])
  })
  return open(ctx, tokens, user)
}

/** Returns the user, or counts a failed attempt and throws. */
async function authenticate(ctx: Needs, attempt: Attempt) {
  const key = networkOf(attempt.address)
  let user = unknownUser
  const found = await judgeAttempt(ctx, attempt, async (isKnown) => {
    user = await findUserByName(ctx, attempt.userName)
    const holder = await queries.findPasswordHolder(ctx.db.forAccount(user.accountId), user.userId)
    const matches = await isPasswordOf(attempt.password, holder?.passwordHash, { key, isKnown })
    const temporaryUntil = holder?.temporaryPasswordUntil ?? null
    const isExpired = temporaryUntil !== null && temporaryUntil <= ctx.now()
    if (!holder || !matches || isExpired || !isUserActive(holder, ctx.now())) return undefined
    if (holder.passwordLockedAt) return undefined
    const own = [attempt.userName, holder.email, holder.name]
    return { ...user, own, hasTemporaryPassword: temporaryUntil !== null }
  })
  await (found ? forgetWrongPasswords(ctx, attempt.userName) : noteWrongPassword(ctx, attempt.userName, user))
  if (found) return found
  throw new UnauthenticatedError('session.refused', 'The user name or the password is not valid.')
}

async function open(
  ctx: Needs,
  tokens: Tokens,
  user: { account: string; accountId: number; userId: string },
): Promise<SignedIn> {
  const db = ctx.db.forAccount(user.accountId)
  await requireEntry(db, user.userId)
  const id = newId('ses')
  const secret = randomText(43)
  const expiresAt = sessionEnd(ctx, ctx.now())
  await queries.insertSession(db, {
    id,
    userId: user.userId,
    secretHash: hashOf(secret),
    expiresAt,
    now: ctx.now(),
  })
  const issued = await issue(ctx, tokens, { ...user, clientId: id, authenticatedAt: ctx.now() })
  return { ...issued, cookie: `${user.account}.${id}.${secret}`, cookieExpires: expiresAt }
}

/** The credential is right, so the caller may learn that the account is not open. */
async function requireEntry(db: AccountDb, userId: string): Promise<void> {
  const entrant = await queries.findEntrant(db, userId)
  if (!entrant) throw signedOut()
  const { accountStatus, role } = entrant
  if (entryOf(accountStatus, { role, isSession: true }) !== 'admitted') throw statusError(accountStatus)
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
    const { userId, expiresAt, createdAt: authenticatedAt } = session
    if (!isUserActive({ ...session, expiresAt: session.userExpiresAt }, now)) return undefined
    if (entryOf(session.accountStatus, { role: session.role, isSession: true }) !== 'admitted')
      return undefined
    if (isSame(session.secretHash, secret)) {
      const later = sessionEnd(ctx, authenticatedAt)
      await queries.replaceSecret(db, id, hashOf(next), now, later)
      return { userId, authenticatedAt, expiresAt: later }
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < previousValidForMs
    if (isRecent)
      return isSame(session.previousHash, secret) ? { userId, authenticatedAt, expiresAt } : undefined
    // The cookie was copied, and it is unknown which of the two clients is legitimate.
    if (isFormerSecret(ctx, session, secret)) await queries.deleteSession(db, id)
    return undefined
  })
  if (!renewed) throw signedOut()
  const { userId, authenticatedAt } = renewed
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt })
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
function sessionEnd(ctx: Needs, authenticatedAt: Date): Date {
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

function signedOut(): UnauthenticatedError {
  return new UnauthenticatedError('session.ended', 'You are signed out. Sign in again.')
}
