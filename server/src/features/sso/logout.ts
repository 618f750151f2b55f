// Back-channel logout: the provider ends sessions of a person by a signed token.

import { createHash } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { findAccountNumber } from '../auth/auth.api.ts'
import { ProviderError } from './guarded-fetch.ts'
import * as identities from './identity.queries.ts'
import type { Oidc } from './oidc.ts'
import { algorithms } from './oidc.ts'
import * as queries from './provider.queries.ts'
import type { StoredProvider } from './sso.types.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 120
/** Of the clock of the provider. */
const toleranceSeconds = 60
const maxTextLength = 255

export function logoutUriOf(origin: string, account: string): string {
  return `${origin}/session/sso/logout/${account}`
}

interface LogoutToken {
  issuer: string
  subject: string | null
  sid: string | null
  jti: string
}

/** Ends the sessions of that session at the provider, or of that subject. Repeating a token is refused. */
export async function endByProvider(ctx: Needs, oidc: Oidc, account: string, token: string): Promise<void> {
  const accountId = await findAccountNumber(ctx, account)
  const provider =
    accountId === undefined ? undefined : await queries.findProvider(ctx.db.forAccount(accountId))
  if (accountId === undefined || !provider || provider.mode === 'off') throw refused()
  const { jti, ...whose } = await verify(ctx, oidc, accountId, provider, token)
  const now = ctx.now()
  const jtiHash = createHash('sha256').update(jti).digest()
  const expiresAt = new Date(now.getTime() + (maxAgeSeconds + 2 * toleranceSeconds) * 1_000)
  const ended = await inTransaction(ctx, accountId, async (tx) => {
    if (!(await identities.takeLogout(tx.db, { jtiHash, expiresAt }, now))) throw refused()
    return identities.deleteSessionsOf(tx.db, whose)
  })
  metrics.ssoLogouts.inc({ outcome: 'accepted' })
  ctx.log.info({ account, ended }, 'sessions ended by the provider')
}

async function verify(
  ctx: Needs,
  oidc: Oidc,
  accountId: number,
  { issuer, clientId }: StoredProvider,
  token: string,
): Promise<LogoutToken> {
  try {
    const { payload } = await withKeys(oidc, { accountId, issuer }, (keys) =>
      jwtVerify(token, createLocalJWKSet(keys), {
        algorithms: [...algorithms],
        typ: 'logout+jwt',
        issuer,
        audience: clientId,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: maxAgeSeconds,
        clockTolerance: toleranceSeconds,
        currentDate: ctx.now(),
      }),
    )
    const { events, nonce, sub, sid, jti } = payload as typeof payload & { events: unknown; sid?: unknown }
    const isLogout = events !== null && typeof events === 'object' && event in events
    const isText = (one: unknown) => typeof one === 'string' && one !== '' && one.length <= maxTextLength
    const isOfSomebody =
      (sub !== undefined || sid !== undefined) && [sub ?? 'x', sid ?? 'x', jti].every(isText)
    if (!isLogout || nonce !== undefined || !isOfSomebody) throw refused()
    return { issuer, subject: sub ?? null, sid: (sid as string | undefined) ?? null, jti: String(jti) }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof ProviderError) {
      ctx.log.warn({ accountId, why: error.message.slice(0, 300) }, 'logout token refused')
      throw refused()
    }
    throw error
  }
}

/** The key may be newer than those that are known. */
async function withKeys<T>(
  oidc: Oidc,
  of: { accountId: number; issuer: string },
  work: (keys: JSONWebKeySet) => Promise<T>,
): Promise<T> {
  try {
    return await work((await oidc.keysOf(of)) as JSONWebKeySet)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return work((await oidc.keysOf(of, { maxAgeSeconds: 60 })) as JSONWebKeySet)
  }
}

function refused(): InvalidError {
  metrics.ssoLogouts.inc({ outcome: 'refused' })
  return new InvalidError('sso.logout_refused', 'The logout token is not accepted.')
}
