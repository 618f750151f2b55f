// Encrypts values that the database stores but must not reveal. Each purpose has its own key, derived from RASTRO_SECRET.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../config/config.ts'

const nonceBytes = 12
const tagBytes = 16

/** The current secret seals and signs; old secrets still unseal and verify. */
export type Secrets = Pick<Config['access'], 'secret' | 'oldSecrets'>

/** Deriving a key takes several times as long as using it. */
const keys = new LRUCache<string, Buffer>({ max: 1_000 })

/** One key per purpose, and per name where `of` is given. */
function keyFor(secret: string, purpose: string, of: string): Buffer {
  const name = JSON.stringify([secret, purpose, of])
  const known = keys.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, of, `rastro ${purpose}`, 32))
  keys.set(name, key)
  return key
}

export function seal({ secret }: Secrets, purpose: string, text: string, of = ''): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose, of), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal({ secret, oldSecrets }: Secrets, purpose: string, sealed: Buffer, of = ''): string {
  for (const one of [secret, ...oldSecrets]) {
    const text = tryUnseal(keyFor(one, purpose, of), sealed)
    if (text !== undefined) return text
  }
  throw new Error(
    `A value sealed for "${purpose}" cannot be decrypted: neither RASTRO_SECRET nor RASTRO_OLD_SECRETS contains the secret it was sealed with.`,
  )
}

function tryUnseal(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = [decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined
  }
}

/** Signs a text with the current secret (HMAC-SHA256). */
export function sign({ secret }: Pick<Secrets, 'secret'>, purpose: string, text: string): Buffer {
  return createHmac('sha256', keyFor(secret, purpose, ''))
    .update(text)
    .digest()
}

export function isSigned(
  { secret, oldSecrets }: Secrets,
  purpose: string,
  text: string,
  signature: Buffer,
): boolean {
  return [secret, ...oldSecrets].some((one) => {
    const expected = sign({ secret: one }, purpose, text)
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  })
}
