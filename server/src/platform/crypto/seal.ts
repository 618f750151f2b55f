// Encrypts what the database keeps but must not know. Each purpose has its own key, derived from the operator's secret.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Config } from '../../config/config.ts'

const nonceBytes = 12
const tagBytes = 16

/** The secret of today, which alone seals and signs, and those before it, which still open and prove. */
export type Secrets = Pick<Config['access'], 'secret' | 'oldSecrets'>

/** One for each purpose, and of those that are kept under a name of their own (`of`) one for each. */
function keyFor(secret: string, purpose: string, of: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, of, `rastro ${purpose}`, 32))
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
    `What was sealed for "${purpose}" cannot be opened: neither RASTRO_SECRET nor one of RASTRO_OLD_SECRETS is the one of that time.`,
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

/** Proves later that a text was written by somebody who knew the secret. */
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
