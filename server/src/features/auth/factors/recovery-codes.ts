// Recovery codes: for a sign-in without the phone. 120 random bits each, so a fast hash is enough (ASVS 6.5.2).

import { createHash, randomBytes } from 'node:crypto'
import { toBase32 } from './base32.ts'

export const recoveryCodeCount = 10
const codeBytes = 15

/** 24 characters of base 32, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    toBase32(randomBytes(codeBytes)).replace(/.{4}(?=.)/g, '$&-'),
  )
}

/** Case, spaces and dashes do not matter, and digits that look like letters are read as letters. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('8', 'B')
  return createHash('sha256').update(plain).digest()
}
