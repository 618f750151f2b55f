// A user name and an API key are exchanged for a token.

import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { isSecretOf } from '../../platform/crypto/shown-secret.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { UnauthenticatedError } from '../../platform/http/errors.ts'
import { parseApiKey } from './api-key.api.ts'
import { findUserByName } from './auth.api.ts'
import { mayEnter } from './caller.api.ts'
import type { Tokens } from './jwt.api.ts'
import type { IssuedToken } from './jwt.types.ts'
import { admit, countFailure, countSuccess } from './throttle.api.ts'
import * as queries from './token.queries.ts'

/** Every refusal takes this long, so that not even a row more or less to read tells its reason. */
const refusalMs = 100
const noteAgainAfterMs = 60_000

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
  const remembered = await admit(ctx, request)
  const beganAt = performance.now()
  const key = parseApiKey(request.apiKey)
  const user = await findUserByName(ctx, request.userName)
  const db = ctx.db.forAccount(user.accountId)
  const holder = await queries.findKeyHolder(db, user.userId, key.id)

  const matches = isSecretOf(key.secret, holder?.secretHash)
  if (!holder || !matches || !mayEnter(holder, ctx.now())) {
    await countFailure(ctx, request)
    await sleep(Math.max(0, beganAt + refusalMs - performance.now()))
    throw new UnauthenticatedError('token.refused', 'The user name or the API key is not valid.')
  }
  await noteUse(ctx, db, key.id, holder, plainAddress(request.address))
  await countSuccess(ctx, request, remembered)
  const { account, userId } = user
  const clientId = `${key.id}.${holder.version}`
  const claims = { userId, account, clientId, provedAt: ctx.now() }
  return tokens.issue(claims, ctx.config.access.tokenMinutes)
}

/** To the minute, or when it is used from elsewhere: a key that is used all the time is not written all the time. */
async function noteUse(
  ctx: Pick<Context, 'now'>,
  db: AccountDb,
  keyId: string,
  { lastUsedAt, lastUsedFrom }: queries.KeyHolder,
  address: string | null,
): Promise<void> {
  const now = ctx.now()
  const isNoted = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < noteAgainAfterMs
  if (!isNoted || lastUsedFrom !== address) await queries.markKeyUsed(db, keyId, address, now)
}

/** Without the interface that a local IPv6 address may name; a proxy may also say something that is no address. */
function plainAddress(address: string): string | null {
  const [plain = ''] = address.split('%')
  return isIP(plain) ? plain : null
}
