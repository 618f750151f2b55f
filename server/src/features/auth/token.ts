// Exchanges a user name and an API key for a token.

import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { isSecretOf } from '../../platform/crypto/shown-secret.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { entryOf } from '../../platform/http/account-status.ts'
import { UnauthenticatedError } from '../../platform/http/errors.ts'
import { parseApiKey } from './api-key.api.ts'
import { findUserByName } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { IssuedToken } from './jwt.types.ts'
import { judgeAttempt } from './throttle.api.ts'
import * as queries from './token.queries.ts'

/** Every rejection takes this long, so that timing does not reveal its reason. */
const refusalMs = 100
const recordUseEveryMs = 60_000

export interface TokenRequest {
  userName: string
  apiKey: string
  address: string
}

export async function exchangeApiKey(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log'>,
  tokens: Tokens,
  request: TokenRequest,
): Promise<IssuedToken> {
  const startedAt = performance.now()
  const key = parseApiKey(request.apiKey)
  const found = await judgeAttempt(ctx, request, async () => {
    const user = await findUserByName(ctx, request.userName)
    const db = ctx.db.forAccount(user.accountId)
    const holder = await queries.findKeyHolder(db, user.userId, key.id)
    const matches = isSecretOf(key.secret, holder?.secretHash)
    if (!holder || !matches || !isUserActive(holder, ctx.now())) return undefined
    const entry = entryOf(holder.accountStatus, { role: holder.role, isSession: false })
    return entry === 'admitted' ? { user, db, holder } : undefined
  })
  if (!found) {
    await sleep(Math.max(0, startedAt + refusalMs - performance.now()))
    throw new UnauthenticatedError('token.refused', 'The user name or the API key is not valid.')
  }
  const { user, db, holder } = found
  await recordUse(ctx, db, key.id, holder, normalizeAddress(request.address))
  const { account, userId } = user
  const clientId = `${key.id}.${holder.version}`
  const claims = { userId, account, clientId, authenticatedAt: ctx.now() }
  return tokens.issue(claims, ctx.config.access.tokenMinutes)
}

/** Writes at most once a minute per key, unless the address changes. */
async function recordUse(
  ctx: Pick<Context, 'now'>,
  db: AccountDb,
  keyId: string,
  { lastUsedAt, lastUsedFrom }: queries.KeyHolder,
  address: string | null,
): Promise<void> {
  const now = ctx.now()
  const isRecent = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < recordUseEveryMs
  if (!isRecent || lastUsedFrom !== address) await queries.markKeyUsed(db, keyId, address, now)
}

/** Strips the zone of a link-local IPv6 address. Null if a proxy sent something else than an address. */
function normalizeAddress(address: string): string | null {
  const [ip = ''] = address.split('%')
  return isIP(ip) ? ip : null
}
