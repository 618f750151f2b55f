// Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 s. Authenticator apps support nothing else reliably.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from './base32.ts'

const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** Clocks of phones differ, and typing takes time: one step before and one after (ASVS 6.5.5). */
const tolerance = [0, -1, 1]

/** 160 random bits in base 32, as apps expect them. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(secretBytes))
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000 / stepSeconds)
}

/** The step that a code belongs to, near the given instant; undefined for a wrong code. */
export function findStep(secret: string, code: string, instant: Date): number | undefined {
  const given = Buffer.from(code)
  return tolerance
    .map((difference) => stepAt(instant) + difference)
    .find((step) => {
      const expected = Buffer.from(totpCode(secret, step))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** The text of the QR code, as authenticator apps read it. */
export function totpUri(secret: string, { issuer, userName }: { issuer: string; userName: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}`
  const settings = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${settings}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
