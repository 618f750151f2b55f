// An OpenID Connect provider of our own, whose every answer can be replaced by a wrong one. It speaks the real protocol, and
// checks what a real provider checks: the client, the redirect URI, PKCE, and that a code is used once.

import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { JWTHeaderParameters, JWTPayload } from 'jose'
import { SignJWT } from 'jose'

export interface Pair {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export function newPair(kid: string = randomUUID()): Pair {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) }
}

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** What goes wrong. Absent parts are right. */
export interface Attack {
  claims?: (claims: JWTPayload) => JWTPayload
  header?: Partial<JWTHeaderParameters>
  pair?: Pair
  /** Instead of a signed ID token. */
  idToken?: (claims: JWTPayload, good: string) => string | Promise<string>
  discovery?: (document: Record<string, unknown>) => unknown
  jwks?: (document: { keys: unknown[] }) => unknown
  /** Of any path, instead of the right answer. */
  reply?: (path: string) => Reply | 'hangs' | undefined
  /** Accepts any verifier, and a code any number of times. */
  isLax?: boolean
}

export interface Authorized {
  code: string
  state: string
  iss: string
}

export interface HostileProvider {
  issuer: string
  clientId: string
  clientSecret: string
  pair: Pair
  /** Who signs in there. */
  person: JWTPayload
  attack: Attack
  /** Paths that were asked for. */
  requests: string[]
  /** What the browser does with the URL that it is sent to. */
  authorize(url: string): Authorized
  sign(claims: object, options?: { header?: Partial<JWTHeaderParameters>; pair?: Pair }): Promise<string>
  close(): Promise<void>
}

export async function openHostileProvider(
  options: { address?: string; now?: () => Date } = {},
): Promise<HostileProvider> {
  const { address = '127.0.0.1', now = () => new Date() } = options
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string; isUsed: boolean }>()
  const sockets = new Set<Socket>()
  const seconds = () => Math.floor(now().getTime() / 1_000)

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      answer(request.url ?? '', new URLSearchParams(text))
        .then((reply) => {
          if (reply === 'hangs') return
          const { status = 200, headers, body } = reply
          const sent = typeof body === 'string' ? body : JSON.stringify(body)
          response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
        })
        .catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const issuer = `http://${address}:${(server.address() as AddressInfo).port}`

  const provider: HostileProvider = {
    issuer,
    clientId: 'rastro',
    clientSecret: 'a secret of the client that is long enough to be a key',
    pair: newPair(),
    person: { sub: 'person-1' },
    attack: {},
    requests: [],
    authorize(url) {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      const challenge = asked.get('code_challenge') ?? ''
      codes.set(code, {
        challenge,
        nonce: asked.get('nonce') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        isUsed: false,
      })
      return { code, state: asked.get('state') ?? '', iss: issuer }
    },
    sign: (claims, { header = {}, pair = provider.pair } = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: pair.kid, ...header })
        .sign(pair.privateKey),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function jwk({ kid, publicKey }: Pair) {
    return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  }

  async function answer(path: string, form: URLSearchParams): Promise<Reply | 'hangs'> {
    provider.requests.push(path)
    const { attack } = provider
    const wrong = attack.reply?.(path)
    if (wrong) return wrong
    if (path === '/.well-known/openid-configuration') {
      const document = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        backchannel_logout_supported: true,
      }
      return { body: attack.discovery ? attack.discovery(document) : document }
    }
    if (path === '/jwks') {
      const document = { keys: [jwk(provider.pair)] }
      return { body: attack.jwks ? attack.jwks(document) : document }
    }
    if (path === '/token') return token(form)
    return { status: 404, body: {} }
  }

  async function token(form: URLSearchParams): Promise<Reply> {
    const { attack } = provider
    const refuse = (error: string): Reply => ({ status: 400, body: { error } })
    const isClient =
      form.get('client_id') === provider.clientId && form.get('client_secret') === provider.clientSecret
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    const code = codes.get(form.get('code') ?? '')
    if (!code) return refuse('invalid_grant')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = verifier === code.challenge && form.get('redirect_uri') === code.redirectUri
    if (!attack.isLax && (code.isUsed || !isRight)) return refuse('invalid_grant')
    code.isUsed = true
    const plain: JWTPayload = {
      iss: issuer,
      aud: provider.clientId,
      iat: seconds(),
      exp: seconds() + 300,
      auth_time: seconds(),
      nonce: code.nonce,
      ...provider.person,
    }
    const claims = attack.claims ? attack.claims(plain) : plain
    const signing = {
      ...(attack.header && { header: attack.header }),
      ...(attack.pair && { pair: attack.pair }),
    }
    const good = await provider.sign(claims, signing)
    const idToken = attack.idToken ? await attack.idToken(claims, good) : good
    return { body: { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken } }
  }

  return provider
}
