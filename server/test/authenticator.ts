// An authenticator in software, which can also do what real ones refuse: answer for other sites, skip the user
// verification, count backwards, use other algorithms.

import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** COSE algorithms that it can use. ES384 is one that the server did not ask for. */
const kinds = {
  ES256: { algorithm: -7, make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), hash: 'sha256' },
  ES384: { algorithm: -35, make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }), hash: 'sha384' },
  EdDSA: { algorithm: -8, make: () => generateKeyPairSync('ed25519'), hash: null },
  RS256: {
    algorithm: -257,
    make: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    hash: 'sha256',
  },
} as const
export type Algorithm = keyof typeof kinds

export interface Answering {
  origin: string
  /** The relying party id that is signed. */
  host: string
  isVerified?: boolean
  challenge?: string
}

export function createAuthenticator(algorithm: Algorithm = 'ES256') {
  const kind = kinds[algorithm]
  const { publicKey, privateKey } = kind.make() as { publicKey: KeyObject; privateKey: KeyObject }
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const authenticator = {
    id,
    counter: 0,
    userHandle: '',

    /** What `navigator.credentials.create` returns, as JSON. */
    create(
      options: { challenge: string; user: { id: string } },
      { origin, host, isVerified = true }: Answering,
    ) {
      authenticator.userHandle = options.user.id
      const key = coseKey(publicKey, kind.algorithm)
      const attested = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, key])
      const data = authenticatorData({
        host,
        flags: flagsOf(isVerified) | 0x40,
        counter: authenticator.counter,
      })
      const attestationObject = encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Buffer.concat([data, attested])],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', options.challenge, origin)
      return {
        ...envelope(id),
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** What `navigator.credentials.get` returns, as JSON. */
    get(options: { challenge: string }, { origin, host, isVerified = true }: Answering) {
      authenticator.counter += 1
      const data = authenticatorData({ host, flags: flagsOf(isVerified), counter: authenticator.counter })
      const clientDataJSON = clientData('webauthn.get', options.challenge, origin)
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()])
      return {
        ...envelope(id),
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign(kind.hash, signed, privateKey).toString('base64url'),
          userHandle: authenticator.userHandle,
        },
      }
    },
  }
  return authenticator
}

function envelope(id: string) {
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  }
}

function flagsOf(isVerified: boolean): number {
  return 0x01 | (isVerified ? 0x04 : 0)
}

function authenticatorData({
  host,
  flags,
  counter,
}: {
  host: string
  flags: number
  counter: number
}): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count])
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function coseKey(key: KeyObject, algorithm: number): Buffer {
  const { kty, crv, x, y, n, e } = key.export({ format: 'jwk' })
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const curves: Record<string, number> = { 'P-256': 1, 'P-384': 2, Ed25519: 6 }
  const fields: [number, unknown][] =
    kty === 'RSA'
      ? [
          [1, 3],
          [3, algorithm],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ]
      : [
          [1, kty === 'OKP' ? 1 : 2],
          [3, algorithm],
          [-1, curves[crv ?? '']],
          [-2, bytes(x)],
          ...(y ? ([[-3, bytes(y)]] as [number, unknown][]) : []),
        ]
  return encode(new Map(fields))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** CBOR, as far as WebAuthn needs it: integers, bytes, texts and maps. */
function encode(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, one]) => [encode(key), encode(one)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  throw new TypeError('not encodable')
}

function head(major: number, value: number): Buffer {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 256) return Buffer.from([type | 24, value])
  return Buffer.concat([Buffer.from([type | 25]), uint16(value)])
}
