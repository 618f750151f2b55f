// Sign-in by password, for the web interface: a short token in the page's memory, a renewable one in a cookie.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db.ts'
import { UnauthenticatedError } from '../../platform/errors.ts'
import { newId, randomText } from '../../platform/ids.ts'
import { findAccountNumber, findUserByName } from '../access/access.service.ts'
import { mayEnter } from '../access/caller.service.ts'
import type { Tokens } from '../access/jwt.service.ts'
import { admit, countFailure, countSuccess } from '../access/throttle.service.ts'
import { isPasswordOf } from './password.service.ts'
import * as queries from './session.queries.ts'
import type { SignedIn } from './session.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

/** Two tabs may renew at the same time: the secret before is good for this long, then it is a theft. */
const previousGoodForMs = 30_000

export async function signIn(
  ctx: Needs,
  tokens: Tokens,
  attempt: { userName: string; password: string; address: string },
): Promise<SignedIn> {
  await admit(ctx, attempt)
  const user = await findUserByName(ctx, attempt.userName)
  const db = ctx.db.forAccount(user.accountId)
  const holder = await queries.findPasswordHolder(db, user.userId)
  const matches = await isPasswordOf(attempt.password, holder?.passwordHash)
  if (!holder || !matches || !mayEnter(holder, ctx.now())) {
    await countFailure(ctx, attempt)
    throw new UnauthenticatedError('session.refused', 'The user name or the password is not valid.')
  }
  const id = newId('ses')
  const secret = randomText(43)
  const expiresAt = sessionEnd(ctx)
  await queries.insertSession(db, {
    id,
    userId: user.userId,
    secretHash: hashOf(secret),
    expiresAt,
    now: ctx.now(),
  })
  await countSuccess(ctx, attempt)
  const issued = await issue(ctx, tokens, user.account, user.userId, id)
  return { ...issued, cookie: `${user.account}.${id}.${secret}`, cookieExpires: expiresAt }
}

/** Trades the cookie for a new token and a new cookie. A cookie that was traded before ends the session. */
export async function refresh(ctx: Needs, tokens: Tokens, cookie: string | undefined): Promise<SignedIn> {
  const [account = '', id = '', secret = ''] = cookie?.split('.') ?? []
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) throw signedOut()
  const now = ctx.now()
  const renewed = await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (!session || session.expiresAt <= now) return undefined
    if (!mayEnter({ ...session, expiresAt: session.userExpiresAt }, now)) return undefined
    if (isSame(session.secretHash, secret)) {
      const next = randomText(43)
      const expiresAt = sessionEnd(ctx)
      await queries.replaceSecret(db, id, hashOf(next), now, expiresAt)
      return { userId: session.userId, secret: next, expiresAt }
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < previousGoodForMs
    if (session.previousHash && isSame(session.previousHash, secret)) {
      if (isRecent) return { userId: session.userId, secret: undefined, expiresAt: session.expiresAt }
      await queries.deleteSession(db, id)
    }
    return undefined
  })
  if (!renewed) throw signedOut()
  const issued = await issue(ctx, tokens, account, renewed.userId, id)
  // The tab that came second keeps the cookie that the first one has already been given.
  const next = renewed.secret ? `${account}.${id}.${renewed.secret}` : ''
  return { ...issued, cookie: next, cookieExpires: renewed.expiresAt }
}

export async function signOut(ctx: Needs, cookie: string | undefined): Promise<void> {
  const [account = '', id = '', secret = ''] = cookie?.split('.') ?? []
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) return
  await inTransaction(ctx, accountId, async ({ db }) => {
    const session = await queries.findSessionForUpdate(db, id)
    if (session && isSame(session.secretHash, secret)) await queries.deleteSession(db, id)
  })
}

function issue(ctx: Needs, tokens: Tokens, account: string, userId: string, sessionId: string) {
  return tokens.issue({ userId, account, clientId: sessionId }, ctx.config.access.sessionTokenMinutes)
}

function sessionEnd(ctx: Needs): Date {
  return new Date(ctx.now().getTime() + ctx.config.access.sessionDays * 86_400_000)
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isSame(stored: Buffer, secret: string): boolean {
  return timingSafeEqual(stored, hashOf(secret))
}

function signedOut(): UnauthenticatedError {
  return new UnauthenticatedError('session.ended', 'You are signed out. Sign in again.')
}
