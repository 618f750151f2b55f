// The secret of a share: found by its hash, and stored encrypted so that the link can be copied again.

import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'

const purpose = 'share link'
/** In base 62: 190 bits. */
const secretLength = 32

export function newSecret(): string {
  return `lnk_${randomText(secretLength)}`
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function sealSecret(config: Config, secret: string): Buffer {
  return seal(config.access, purpose, secret)
}

/** The secret, and the URL that contains it. `baseUrl` is the home host of the account. */
export function linkOf(config: Config, sealed: Buffer, baseUrl: string): { secret: string; url: string } {
  const secret = unseal(config.access, purpose, sealed)
  return { secret, url: `${baseUrl}/share/${secret}` }
}
