// Opens sessions, and issues tokens for open ones.

import type { Context, Tx } from '../../platform/context.ts'
import { newId, randomText } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { entryOf, statusError } from '../../platform/http/account-status.ts'
import { findAccountNumber } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { IssuedToken, TokenClaims } from './jwt.types.ts'
import * as queries from './session.queries.ts'
import type { OpenedSession, Session, SignedIn } from './session.types.ts'
import { hashOf, isSame, parseCookie } from './session-secret.ts'
import type { SessionOrigin, SignInMethod } from './sign-in.types.ts'
import { signedOut } from './sign-in-errors.ts'
import { mailOtherSignIn } from './sso-notices.api.ts'
import { storeSession } from './store-session.ts'

const dayMs = 86_400_000
/** People who have left their company lose access within this time, whether or not the provider sends logout tokens. */
export const ssoSessionMs = 12 * 3_600_000

/** How somebody signed in, and from where. */
export interface SignIn extends SessionOrigin {
  method: SignInMethod
  amr: readonly string[]
  /** At a provider. Absent: now. */
  authenticatedAt?: Date
  ssoSid?: string | null
}

/** Part of the transaction that spends the second factor, if there is one. */
export async function openSession(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  { address, agent, host, method, amr, authenticatedAt = ctx.now(), ssoSid = null }: SignIn,
): Promise<OpenedSession> {
  const entrant = await requireEntry(ctx.db, userId)
  if (entrant.requiresSso && method !== 'sso') await mailOtherSignIn(ctx, entrant, method)
  const id = newId('ses')
  const secret = randomText(43)
  const expiresAt = sessionEnd(ctx, authenticatedAt, method)
  await storeSession(ctx, {
    id,
    userId,
    secretHash: hashOf(secret),
    expiresAt,
    address,
    agent,
    host,
    method,
    amr,
    authenticatedAt,
    ssoSid,
  })
  return { id, secret, expiresAt, amr, authenticatedAt }
}

/** The credential is right, so the caller may learn that the account is not open. */
async function requireEntry(db: AccountDb, userId: string): Promise<queries.Entrant> {
  const entrant = await queries.findEntrant(db, userId)
  if (!entrant) throw signedOut()
  const { accountStatus, role } = entrant
  if (entryOf(accountStatus, { role, isSession: true }) !== 'admitted') throw statusError(accountStatus)
  return entrant
}

/** The token and the cookie of a new session. */
export async function issueFor(
  ctx: Pick<Context, 'config' | 'now'>,
  tokens: Tokens,
  { account, userId }: { account: string; userId: string },
  { id, secret, expiresAt, amr, authenticatedAt }: OpenedSession,
): Promise<SignedIn> {
  const issued = await issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt, amr })
  return { ...issued, cookie: `${account}.${id}.${secret}`, cookieExpires: expiresAt }
}

/** A token of the same session that proves a recent authentication. Refreshing the session loses the proof. */
export function issueProof(
  ctx: Pick<Context, 'config' | 'now'>,
  tokens: Tokens,
  { account, userId, id }: { account: string; userId: string; id: string },
  amr: readonly string[],
): Promise<IssuedToken> {
  return issue(ctx, tokens, { account, userId, clientId: id, authenticatedAt: ctx.now(), amr })
}

export function issue(
  ctx: Pick<Context, 'config'>,
  tokens: Tokens,
  claims: Omit<TokenClaims, 'expiresAt'>,
): Promise<IssuedToken> {
  return tokens.issue(claims, ctx.config.access.sessionTokenMinutes)
}

/** The session of the cookie, without renewing it. */
export async function getSessionOf(
  ctx: Pick<Context, 'db' | 'now'>,
  cookie: string | undefined,
  { host }: Pick<SessionOrigin, 'host'>,
): Promise<{ account: string; accountId: number; id: string; userId: string }> {
  const { account, id, secret } = parseCookie(cookie)
  const accountId = await findAccountNumber(ctx, account)
  if (accountId === undefined) throw signedOut()
  const session = await queries.findSession(ctx.db.forAccount(accountId), id)
  if (session && !isMethodAllowed(session)) throw signedOut()
  if (!session || session.expiresAt <= ctx.now() || session.host !== host) throw signedOut()
  if (!isUserActive({ ...session, expiresAt: session.userExpiresAt }, ctx.now())) throw signedOut()
  if (entryOf(session.accountStatus, { role: session.role, isSession: true }) !== 'admitted')
    throw signedOut()
  if (!isSame(session.secretHash, secret) && !isSame(session.previousHash, secret)) throw signedOut()
  return { account, accountId, id, userId: session.userId }
}

/** Single sign-on may have become required while a session of another method was open. */
export function isMethodAllowed({ isSsoOnly, method }: Pick<Session, 'isSsoOnly' | 'method'>): boolean {
  return !isSsoOnly || method === 'sso'
}

/** Each refresh extends the session, up to a maximum since the last sign-in. */
export function sessionEnd(
  ctx: Pick<Context, 'config' | 'now'>,
  authenticatedAt: Date,
  method: SignInMethod | null,
): Date {
  const { sessionIdleDays, sessionMaxDays } = ctx.config.access
  const idleEnd = ctx.now().getTime() + sessionIdleDays * dayMs
  const maxMs = Math.min(sessionMaxDays * dayMs, method === 'sso' ? ssoSessionMs : Number.POSITIVE_INFINITY)
  return new Date(Math.min(idleEnd, authenticatedAt.getTime() + maxMs))
}
