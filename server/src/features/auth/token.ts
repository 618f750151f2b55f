// Exchanges a user name and an API key for a token.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { isSecretOf } from '../../platform/crypto/shown-secret.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { entryOf } from '../../platform/http/account-status.ts'
import { TooManyError, UnauthenticatedError } from '../../platform/http/errors.ts'
import { parseApiKey } from './api-key.api.ts'
import { findUserByName } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { IssuedToken } from './jwt.types.ts'
import { isKeyExpired, isNetworkAllowed } from './key-limits.ts'
import { normalizeAddress } from './origin.ts'
import type { RefusalReason, SignInOrigin } from './sign-in.types.ts'
import { recordRefusal, recordSignIn } from './sign-in-log.api.ts'
import { judgeAttempt } from './throttle.api.ts'
import * as queries from './token.queries.ts'

/** Every rejection takes this long, so that timing does not reveal its reason. */
const refusalMs = 100
const recordUseEveryMs = 60_000

export interface TokenRequest extends SignInOrigin {
  userName: string
  apiKey: string
}

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

export async function exchangeApiKey(
  ctx: Needs,
  tokens: Tokens,
  request: TokenRequest,
): Promise<IssuedToken> {
  const startedAt = performance.now()
  const key = parseApiKey(request.apiKey)
  let reason: RefusalReason = 'throttled'
  const { userName, address, agent } = request
  const refuse = () => recordRefusal(ctx, { userName, method: 'apiKey', reason, address, agent })
  const found = await judgeAttempt(ctx, request, async () => {
    const user = await findUserByName(ctx, request.userName)
    const db = ctx.db.forAccount(user.accountId)
    const holder = await queries.findKeyHolder(db, user.userId, key.id)
    const version = versionOf(holder, key.secret, ctx.now())
    const refusal = refusalOf(holder, version, address, ctx.now())
    if (holder && version !== undefined && !refusal) return { user, db, holder, version }
    reason = refusal ?? 'credentials'
    return undefined
  }).catch((error: unknown) => {
    if (error instanceof TooManyError) refuse()
    throw error
  })
  if (!found) {
    refuse()
    await sleep(Math.max(0, startedAt + refusalMs - performance.now()))
    throw new UnauthenticatedError('token.refused', 'The user name or the API key is not valid.')
  }
  const { user, db, holder, version } = found
  const { account, userId } = user
  const isPrevious = version !== holder.version
  await recordUse(ctx, db, { keyId: key.id, userId, isPrevious, address, agent }, holder)
  const clientId = `${key.id}.${version}`
  const claims = { userId, account, clientId, authenticatedAt: ctx.now() }
  return tokens.issue(claims, ctx.config.access.tokenMinutes)
}

/** Of the key that the secret belongs to: the current one, or during an overlap the one before. */
function versionOf(holder: queries.KeyHolder | undefined, secret: string, now: Date): number | undefined {
  const isCurrent = isSecretOf(secret, holder?.secretHash)
  const isPrevious = isSecretOf(secret, holder?.previousHash)
  if (!holder || holder.version === null) return undefined
  if (isCurrent) return holder.version
  const { previousUntil } = holder
  return isPrevious && previousUntil && previousUntil > now ? holder.version - 1 : undefined
}

function refusalOf(
  holder: queries.KeyHolder | undefined,
  version: number | undefined,
  address: string,
  now: Date,
): RefusalReason | undefined {
  if (!holder || version === undefined) return 'credentials'
  if (!isUserActive(holder, now)) return 'inactive'
  if (entryOf(holder.accountStatus, { role: holder.role, isSession: false }) !== 'admitted') return 'inactive'
  if (holder.isReplacedBySso) return 'sso'
  if (isKeyExpired(holder.keyExpiresAt, now)) return 'expired'
  return isNetworkAllowed(holder.networks, address) ? undefined : 'network'
}

interface Use extends SignInOrigin {
  keyId: string
  userId: string
  isPrevious: boolean
}

/**
 * Writes at most once a minute per key, unless the address changes. The log of sign-ins gets the first use of a day
 * (UTC), and every change of the address.
 */
async function recordUse(
  ctx: Needs,
  db: AccountDb,
  { keyId, userId, isPrevious, address, agent }: Use,
  { lastUsedAt, lastUsedFrom, previousUsedAt }: queries.KeyHolder,
): Promise<void> {
  const now = ctx.now()
  const isRecent = (at: Date | null) => at !== null && now.getTime() - at.getTime() < recordUseEveryMs
  const from = normalizeAddress(address)
  const isMoved = lastUsedFrom !== from
  if (!isRecent(lastUsedAt) || isMoved) await queries.markKeyUsed(db, keyId, from, now)
  if (isPrevious && !isRecent(previousUsedAt)) await queries.markPreviousUsed(db, keyId, now)
  if (isMoved || lastUsedAt?.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10)) {
    await recordSignIn({ db, now: ctx.now }, { userId, method: 'apiKey', clientId: keyId, address, agent })
  }
}
