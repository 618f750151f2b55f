// Issues tokens for API keys and sessions, and verifies them on every call.

import { hash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { UnauthenticatedError } from '../../platform/http/errors.ts'
import { upTo } from '../../platform/lru.ts'
import type { IssuedToken, TokenClaims } from './jwt.types.ts'
import type { KeyRing } from './signing-keys.api.ts'
import { algorithm } from './signing-keys.api.ts'

export const audience = 'rastro-api'
const tokenType = 'at+jwt'
const maxCachedTokens = 50_000

export interface Tokens {
  issue(claims: Omit<TokenClaims, 'expiresAt'>, minutes: number): Promise<IssuedToken>
  /** Checks signature, issuer, audience, type and times. Revocation is checked separately, on every call. */
  verify(token: string): Promise<TokenClaims>
}

export function createTokens(ctx: Pick<Context, 'config' | 'now'>, keyRing: KeyRing): Tokens {
  const { issuer } = ctx.config.access
  // Verifying a signature costs 200 µs; verified tokens are cached by hash until they expire.
  const verified = new LRUCache<string, TokenClaims>(upTo(maxCachedTokens))

  async function check(token: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keyRing.find(kid) : undefined
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key.publicKey
      },
      {
        algorithms: [algorithm],
        typ: tokenType,
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub', 'jti', 'account', 'client_id'],
        currentDate: ctx.now(),
      },
    )
    return {
      userId: String(payload.sub),
      account: String(payload.account),
      clientId: String(payload.client_id),
      authenticatedAt: new Date(Number(payload.auth_time ?? 0) * 1_000),
      ...(Array.isArray(payload.amr) && { amr: payload.amr.map(String) }),
      expiresAt: new Date((payload.exp ?? 0) * 1_000),
    }
  }

  return {
    async issue({ userId, account, clientId, authenticatedAt, amr }, minutes) {
      const key = await keyRing.signer()
      const issuedAt = Math.floor(ctx.now().getTime() / 1_000)
      const expires = new Date((issuedAt + minutes * 60) * 1_000)
      const authTime = Math.floor(authenticatedAt.getTime() / 1_000)
      const token = await new SignJWT({
        account,
        client_id: clientId,
        auth_time: authTime,
        ...(amr && { amr }),
      })
        .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: tokenType })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .setJti(randomText(22))
        .sign(key.privateKey)
      return { token, expires }
    },

    async verify(token) {
      const tokenHash = hash('sha256', token, 'base64')
      let claims = verified.get(tokenHash)
      if (!claims) {
        claims = await check(token).catch((error: unknown) => {
          if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalidToken()
          throw error
        })
        verified.set(tokenHash, claims)
      }
      if (claims.expiresAt <= ctx.now()) throw invalidToken()
      return claims
    },
  }
}

export function invalidToken(): UnauthenticatedError {
  return new UnauthenticatedError(
    'token.invalid',
    'The token is missing, expired or no longer valid. Get a new one with POST /api/Auth/Token.',
  )
}
