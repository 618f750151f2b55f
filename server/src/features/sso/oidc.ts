// OpenID Connect: the code flow with PKCE, state and nonce. By default the library trusts the TLS of the token endpoint and
// takes an ID token that another key has signed, and one from the future: both are checked here.

import { LRUCache } from 'lru-cache'
import type * as openid from 'openid-client'
import * as client from 'openid-client'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { ProviderError } from './guarded-fetch.ts'
import type { Person } from './sso.types.ts'

/** Those with a public key that are in use; never `none`, never one that the client secret could forge. */
export const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
const metadataMs = 10 * 60_000
const keysSeconds = 300
/** A provider that is down is not asked again by every visitor of the sign-in page. */
const failureMs = 15_000
const maxProviders = 500
/** Sign-ins of one account that wait for its provider. A slow one fills its own share. */
const maxWaiting = 8
const maxClockSkewMs = 60_000
const exchangeSeconds = 5
const maxClaimValues = 200
const maxTextLength = 254

/** A check of the answer or of the ID token failed. The message is for administrators of the account. */
export class RefusedSignIn extends Error {
  override name = 'RefusedSignIn'
}

export interface ClientOf {
  accountId: number
  issuer: string
  clientId: string
  secret: string
}

/** What the browser carries from the beginning of a sign-in to its end. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

export interface Oidc {
  /** Where the browser goes. */
  authorizationUrl(
    of: ClientOf,
    secrets: FlowSecrets,
    wanted: { redirectUri: string; loginHint?: string | undefined; maxAgeSeconds: number },
  ): Promise<string>
  /** Exchanges the code, and checks the ID token. */
  finish(of: ClientOf, secrets: FlowSecrets, answer: { url: URL; claim: string }): Promise<Person>
  /** For logout tokens. */
  keysOf(
    of: Pick<ClientOf, 'accountId' | 'issuer'>,
    newerThan?: { maxAgeSeconds: number },
  ): Promise<openid.ExportedJWKSCache['jwks']>
}

interface Known {
  metadata: openid.ServerMetadata
  /** Shared by all sign-ins, and refreshed by the library: every 5 minutes, and at most once a minute for an unknown key. */
  jwks: openid.ExportedJWKSCache | undefined
}

export function createOidc(ctx: Pick<Context, 'now'>, { fetch, faultOf }: GuardedFetch): Oidc {
  const known = new LRUCache<string, { found: Promise<Known> }>({ max: maxProviders, ttl: metadataMs })
  const waiting = new Map<number, number>()

  /** Of one account only: another one with the same issuer has its own. */
  function find({ accountId, issuer }: Pick<ClientOf, 'accountId' | 'issuer'>): Promise<Known> {
    const key = `${accountId} ${issuer}`
    const cached = known.get(key)
    if (cached) return cached.found
    const found = discover(issuer)
    known.set(key, { found })
    found.catch(() => known.set(key, { found }, { ttl: failureMs }))
    return found
  }

  async function discover(issuer: string): Promise<Known> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = (await readJson(await fetch(url), 'discovery')) as unknown as openid.ServerMetadata
    // Exactly: an issuer with a placeholder for tenants would let every tenant in.
    if (metadata.issuer !== issuer) throw new ProviderError('the discovery document names another issuer')
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      requireUrl(issuer, metadata[name], name)
    }
    if (metadata.userinfo_endpoint) requireUrl(issuer, metadata.userinfo_endpoint, 'userinfo_endpoint')
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    const usable = algorithms.filter((one) => Array.isArray(offered) && offered.includes(one))
    if (usable.length === 0)
      throw new ProviderError(`the provider signs with none of ${algorithms.join(', ')}`)
    return { metadata: { ...metadata, id_token_signing_alg_values_supported: usable }, jwks: undefined }
  }

  /** An issuer with https has no endpoint without. */
  function requireUrl(issuer: string, url: unknown, name: string): void {
    const isText = typeof url === 'string'
    const fault = isText ? faultOf(url) : 'is missing'
    if (fault !== undefined) throw new ProviderError(`the ${name} ${fault}`)
    if (issuer.startsWith('https:') && !String(url).startsWith('https:'))
      throw new ProviderError(`the ${name} must begin with https://`)
  }

  async function configurationOf(of: ClientOf): Promise<{ config: openid.Configuration; known: Known }> {
    const found = await find(of)
    const { metadata, jwks } = found
    const clockSkew = Math.round((ctx.now().getTime() - Date.now()) / 1_000)
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_post')
      ? client.ClientSecretPost(of.secret)
      : client.ClientSecretBasic(of.secret)
    const config = new client.Configuration(
      metadata,
      of.clientId,
      { [client.clockSkew]: clockSkew, [client.clockTolerance]: maxClockSkewMs / 1_000 },
      authentication,
    )
    config[client.customFetch] = (url, options) => fetch(url, options)
    config.timeout = exchangeSeconds
    client.enableNonRepudiationChecks(config)
    // Only the guard lets such an issuer pass, in networks of the operator.
    if (of.issuer.startsWith('http:')) client.allowInsecureRequests(config)
    if (jwks) client.setJwksCache(config, jwks)
    return { config, known: found }
  }

  async function inTurn<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const others = waiting.get(accountId) ?? 0
    if (others >= maxWaiting) throw new ProviderError('too many sign-ins wait for the provider')
    waiting.set(accountId, others + 1)
    try {
      return await work()
    } finally {
      const left = (waiting.get(accountId) ?? 1) - 1
      if (left > 0) waiting.set(accountId, left)
      else waiting.delete(accountId)
    }
  }

  return {
    authorizationUrl: (of, { state, nonce, verifier }, { redirectUri, loginHint, maxAgeSeconds }) =>
      inTurn(of.accountId, async () => {
        const { config } = await configurationOf(of)
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          max_age: String(maxAgeSeconds),
          ...(loginHint !== undefined && { login_hint: loginHint }),
        }).href
      }),

    finish: (of, { state, nonce, verifier }, { url, claim }) =>
      inTurn(of.accountId, async () => {
        const { config, known: provider } = await configurationOf(of)
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }
        const tokens = await client.authorizationCodeGrant(config, url, checks).catch((error: unknown) => {
          throw toFailure(error)
        })
        provider.jwks = client.getJwksCache(config) ?? provider.jwks
        const claims = tokens.claims()
        if (!claims) throw new RefusedSignIn('the answer has no ID token')
        requirePresent(ctx, claims)
        // The library compares it only where there are several audiences.
        if (claims.azp !== undefined && claims.azp !== of.clientId)
          throw new RefusedSignIn('the ID token was issued to another client')
        const isComplete = claims.email !== undefined && claims[claim] !== undefined
        const more = isComplete ? {} : await userInfo(config, tokens.access_token, claims.sub)
        // The ID token is signed, so it comes first.
        return personOf({ ...more, ...claims }, claim)
      }),

    keysOf: (of, { maxAgeSeconds } = { maxAgeSeconds: keysSeconds }) =>
      inTurn(of.accountId, async () => {
        const provider = await find(of)
        const nowSeconds = Math.floor(Date.now() / 1_000)
        const { jwks: known } = provider
        if (known && nowSeconds - known.uat < maxAgeSeconds) return known.jwks
        const read = await readJson(await fetch(provider.metadata.jwks_uri!), 'jwks')
        if (!Array.isArray(read.keys)) throw new ProviderError('the JWKS has no keys')
        const jwks = read as unknown as openid.ExportedJWKSCache['jwks']
        provider.jwks = { jwks, uat: nowSeconds }
        return jwks
      }),
  }

  /** Some providers have the claims there only. A refusal leaves what the ID token has. */
  async function userInfo(
    config: openid.Configuration,
    accessToken: string,
    subject: string,
  ): Promise<object> {
    if (!config.serverMetadata().userinfo_endpoint) return {}
    try {
      return await client.fetchUserInfo(config, accessToken, subject)
    } catch (error) {
      throw toFailure(error)
    }
  }
}

async function readJson(response: Response, what: string): Promise<Record<string, unknown>> {
  metrics.ssoRequests.inc({ what, outcome: response.ok ? 'answered' : 'refused' })
  if (!response.ok) throw new ProviderError(`the provider answered ${response.status}`)
  try {
    const body: unknown = await response.json()
    if (body !== null && typeof body === 'object') return body as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new ProviderError('the answer of the provider is no JSON object')
}

/** The library looks at `exp` and `nbf`, not at `iat`. */
function requirePresent(ctx: Pick<Context, 'now'>, claims: openid.IDToken): void {
  const now = ctx.now().getTime()
  const future = (seconds: unknown) => Number(seconds ?? 0) * 1_000 > now + maxClockSkewMs
  if (future(claims.iat) || future(claims.auth_time))
    throw new RefusedSignIn('the ID token is from the future')
}

/** The provider's fault, or a check that failed. */
function toFailure(error: unknown): Error {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof ProviderError) return cause
    if (cause.name === 'TimeoutError') return new ProviderError(`no answer within ${exchangeSeconds} s`)
  }
  const { code, message } = error as { code?: string; message?: string }
  return new RefusedSignIn(`${code ?? 'error'}: ${message ?? 'unknown'}`.slice(0, 300))
}

function personOf(claims: openid.IDToken & Record<string, unknown>, claim: string): Person {
  const { iss: issuer, sub: subject, email, name, email_verified: verified } = claims
  if (subject.length === 0 || subject.length > 255)
    throw new RefusedSignIn('the subject has no usable length')
  const seconds = typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat
  // Some providers have the address of work accounts in another claim.
  const address = [email, claims.preferred_username].find((one) => isAddress(one))
  return {
    issuer,
    subject,
    sid: typeof claims.sid === 'string' && claims.sid.length <= 255 ? claims.sid : null,
    email: address === undefined ? null : String(address).toLowerCase(),
    isEmailVerified: verified === true && isAddress(email),
    isEmailUnverified: verified === false || verified === 'false',
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : null,
    values: valuesOf(claims[claim]),
    authenticatedAt: new Date(seconds * 1_000),
    hasAuthTime: typeof claims.auth_time === 'number',
    amr: valuesOf(claims.amr).slice(0, 10),
  }
}

function isAddress(text: unknown): boolean {
  return (
    typeof text === 'string' && text.length <= maxTextLength && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text)
  )
}

export function valuesOf(claim: unknown): string[] {
  const values = Array.isArray(claim) ? claim : [claim]
  return values
    .filter((one) => typeof one === 'string' && one !== '' && one.length <= maxTextLength)
    .slice(0, maxClaimValues) as string[]
}
