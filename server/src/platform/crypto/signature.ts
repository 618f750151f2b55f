// Signatures that others can verify with a public key. The key pair is derived from RASTRO_SECRET, one per purpose, so
// that it survives a restore and needs no storage.

import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import type { Secrets } from './seal.ts'

/** A private key of Ed25519 in PKCS #8 is this prefix and 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface Signature {
  algorithm: 'Ed25519'
  /** In base64url, as in a JWK. */
  publicKey: string
  value: string
}

export function signText({ secret }: Pick<Secrets, 'secret'>, purpose: string, text: string): Signature {
  const key = privateKeyOf(secret, purpose)
  const value = sign(null, Buffer.from(text), key).toString('base64url')
  return { algorithm: 'Ed25519', publicKey: publicKeyOf(key), value }
}

/** Whether this installation signed the text, with its current secret or an old one. */
export function isSignedText(
  { secret, oldSecrets }: Secrets,
  purpose: string,
  text: string,
  { publicKey, value }: Signature,
): boolean {
  return [secret, ...oldSecrets].some((one) => {
    const key = privateKeyOf(one, purpose)
    if (publicKeyOf(key) !== publicKey) return false
    return verify(null, Buffer.from(text), createPublicKey(key), Buffer.from(value, 'base64url'))
  })
}

function privateKeyOf(secret: string, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `rastro signature ${purpose}`, 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x!
}
