// Sign-in by password, for the web interface: a short token in the page's memory, a renewable one in a cookie.

import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId, randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { ForbiddenError, UnauthenticatedError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { findAccountNumber, findUserByName } from './auth.api.ts'
import { mayEnter } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { TokenClaims } from './jwt.types.ts'
import { hashNewPassword } from './new-passwords.api.ts'
import { isPasswordOf } from './password.api.ts'
import * as queries from './session.queries.ts'
import type { SignedIn } from './session.types.ts'
import { admit, countFailure, countSuccess } from './throttle.api.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

/** Two tabs may renew at the same time, and answers get lost: the secret before is good for this long. */
const previousGoodForMs = 30_000
const dayMs = 86_400_000
const cookieShape = /^(acc_[0-9A-Za-z]{22})\.(ses_[0-9A-Za-z]{22})\.([\w-]{43})$/

interface Attempt {
  userName: string
  password: string
  address: string
}

export async function signIn(ctx: Needs, tokens: Tokens, attempt: Attempt): Promise<SignedIn> {
  const user = await prove(ctx, attempt)
  if (user.hasGivenPassword) throw notHisOwn()
  return open(ctx, tokens, user, attempt)
}

/** Whoever knows his password may change it, whatever else he may. It ends every session of his and opens a new one. */
export async function changeOwnPassword(
  ctx: Context,
  tokens: Tokens,
  attempt: Attempt & { newPassword: string },
): Promise<SignedIn> {
  const user = await prove(ctx, attempt)
  if (user.hasGivenPassword && attempt.newPassword === attempt.password) throw notHisOwn()
  const passwordHash = await hashNewPassword(attempt.newPassword, 'newPassword')
  await inTransaction(ctx, user.accountId, async (tx) => {
    await queries.replacePassword(tx.db, user.userId, passwordHash, ctx.now())
    const actor = { userId: user.userId, clientId: null, requestId: null }
    const after = { passwordChanged: true }
    await recordChanges(tx, actor, [{ action: 'users.changed', target: user.userId, before: null, after }])
  })
  return open(ctx, tokens, user, attempt)
}

/** Returns whose name and password these are, and counts who tries others'. */
async function prove(ctx: Needs, attempt: Attempt) {
  await admit(ctx, attempt)
  const user = await findUserByName(ctx, attempt.userName)
  const db = ctx.db.forAccount(user.accountId)
  const holder = await queries.findPasswordHolder(db, user.userId)
  const matches = await isPasswordOf(attempt.password, holder?.passwordHash)
  const givenUntil = holder?.temporaryPasswordUntil ?? null
  const isTooLate = givenUntil !== null && givenUntil <= ctx.now()
  if (!holder || !matches || isTooLate || !mayEnter(holder, ctx.now())) {
    await countFailure(ctx, attempt)
    throw new UnauthenticatedError('session.refused', 'The user name or the password is not valid.')
  }
  return { ...user, hasGivenPassword: givenUntil !== null }
}

async function open(
  ctx: Needs,
  tokens: Tokens,
  user: { account: string; accountId: number; userId: string },
  attempt: Attempt,
): Promise<SignedIn> {
  const db = ctx.db.forAccount(user.accountId)
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
  await countSuccess(ctx, attempt)
  const issued = await issue(ctx, tokens, { ...user, clientId: id, provedAt: ctx.now() })
  return { ...issued, cookie: `${user.account}.${id}.${secret}`, cookieExpires: expiresAt }
}

/** Trades the cookie for a new token and a new cookie. A cookie that was traded long before ends the session. */
export async function refresh(ctx: Needs, tokens: Tokens, cookie: string | undefined): Promise<SignedIn> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) throw signedOut()
  const now = ctx.now()
  const next = successorOf(ctx, id, secret)
  const renewed = await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session || session.expiresAt <= now) return undefined
    const { userId, expiresAt, createdAt: provedAt } = session
    if (!mayEnter({ ...session, expiresAt: session.userExpiresAt }, now)) return undefined
    if (isSame(session.secretHash, secret)) {
      const later = sessionEnd(ctx, provedAt)
      await queries.replaceSecret(db, id, hashOf(next), now, later)
      return { userId, provedAt, expiresAt: later }
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < previousGoodForMs
    if (isRecent) return isSame(session.previousHash, secret) ? { userId, provedAt, expiresAt } : undefined
    // Two people have this session's cookie, and nobody knows which of them is its owner.
    await queries.deleteSession(db, id)
    return undefined
  })
  if (!renewed) throw signedOut()
  const { userId, provedAt } = renewed
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, provedAt })
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

/** What is not shaped like a cookie of ours becomes one that nobody has. */
function parseCookie(cookie = ''): { account: string; id: string; secret: string } {
  const [, account = '', id = '', secret = ''] = cookieShape.exec(cookie) ?? []
  return { account, id, secret }
}

/** The same secret always has the same successor, so that renewing twice with one cookie gives one new cookie. */
function successorOf({ config }: Pick<Needs, 'config'>, id: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.access.secret, id, 'rastro session', 32))
  return createHmac('sha256', key).update(secret).digest('base64url')
}

function issue(ctx: Needs, tokens: Tokens, claims: Omit<TokenClaims, 'expiresAt'>) {
  return tokens.issue(claims, ctx.config.access.sessionTokenMinutes)
}

/** Each renewal moves it on, up to what one proof of who somebody is may last. */
function sessionEnd(ctx: Needs, provedAt: Date): Date {
  const { sessionDays, sessionMaxDays } = ctx.config.access
  const idleEnd = ctx.now().getTime() + sessionDays * dayMs
  return new Date(Math.min(idleEnd, provedAt.getTime() + sessionMaxDays * dayMs))
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isSame(stored: Buffer | null, secret: string): boolean {
  return stored !== null && timingSafeEqual(stored, hashOf(secret))
}

function notHisOwn(): ForbiddenError {
  return new ForbiddenError(
    'session.password_temporary',
    'This password was given to you, and somebody else knows it. Choose one of your own: PUT /session/password.',
  )
}

function signedOut(): UnauthenticatedError {
  return new UnauthenticatedError('session.ended', 'You are signed out. Sign in again.')
}
