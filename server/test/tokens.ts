// Tokens as an attacker would forge them.

import { createKeyRing } from '../src/features/auth/signing-keys.api.ts'
import type { SigningKey } from '../src/features/auth/signing-keys.types.ts'
import type { Context } from '../src/platform/context.ts'

export type Part = Record<string, unknown>

export const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Header and claims of a token, whatever its signature. */
export function decode(token: string): { header: Part; claims: Part; signature: string } {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { header: parse(header), claims: parse(claims), signature }
}

/** The signing key of the servers of this database. It can be read only with RASTRO_SECRET. */
export function findSigner(ctx: Context): Promise<SigningKey> {
  return createKeyRing(ctx).signer()
}

export async function signWith(key: SigningKey['privateKey'], header: Part, claims: Part): Promise<string> {
  const text = `${encode(header)}.${encode(claims)}`
  const signature = await crypto.subtle.sign('Ed25519', key, Buffer.from(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}
