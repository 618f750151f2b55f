// Secrets that are shown once and stored as a hash: `<prefix>_<id>_<secret><checksum>`.

import { createHash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomText, toBase62 } from './ids.ts'

const secretLength = 30

export interface ShownSecret {
  /** Without the identifier prefix. */
  id: string
  secret: string
}

export function newSecret(): string {
  return randomText(secretLength)
}

/** The checksum detects mistyped or invented secrets offline. */
export function formatSecret(prefix: string, { id, secret }: ShownSecret): string {
  return `${prefix}_${id}_${secret}${checksumOf(id, secret)}`
}

export function parseSecret(prefix: string, text: string): ShownSecret | undefined {
  if (!text.startsWith(`${prefix}_`)) return undefined
  const [, id, secret, checksum] =
    /^([0-9A-Za-z]{22})_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text.slice(prefix.length + 1)) ?? []
  return id && secret && checksum === checksumOf(id, secret) ? { id, secret } : undefined
}

/** 178 random bits need no slow hash: there is nothing to guess. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSecretOf(secret: string, secretHash: Buffer | null | undefined): boolean {
  return timingSafeEqual(hashOf(secret), secretHash ?? Buffer.alloc(32))
}

function checksumOf(id: string, secret: string): string {
  return toBase62(crc32(`${id}_${secret}`), 6)
}
