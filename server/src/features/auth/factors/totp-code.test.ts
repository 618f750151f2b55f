import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'
import { findStep, newTotpSecret, stepAt, totpCode, totpUri } from './totp-code.ts'

const rfcSecret = toBase32(Buffer.from('12345678901234567890'))

// RFC 6238, appendix B, SHA-1. The RFC shows eight digits; the last six are the code.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i s is the one of RFC 6238', (seconds, eightDigits) => {
  expect(totpCode(rfcSecret, stepAt(new Date(seconds * 1_000)))).toBe(eightDigits.slice(-6))
})

// RFC 4226, appendix D.
test('the first ten counters give the codes of RFC 4226', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => totpCode(rfcSecret, counter))
  expect(codes).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of "%s"', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
  expect(fromBase32(encoded).toString()).toBe(text)
})

test('accepts the step of the clock and the adjacent ones, and no other', () => {
  const secret = newTotpSecret()
  const now = new Date('2026-11-17T10:00:00Z')
  const step = stepAt(now)
  for (let difference = -3; difference <= 3; difference += 1) {
    const isNear = Math.abs(difference) <= 1
    expect(findStep(secret, totpCode(secret, step + difference), now)).toBe(
      isNear ? step + difference : undefined,
    )
  }
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('refuses "%s"', (code) => {
  expect(findStep(rfcSecret, code, new Date())).toBeUndefined()
})

test('a secret has 160 bits', () => {
  expect(fromBase32(newTotpSecret())).toHaveLength(20)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('the QR code names installation and user', () => {
  expect(totpUri('ABC', { issuer: 'Boats & Co', userName: 'a b@example.com' })).toBe(
    'otpauth://totp/Boats%20%26%20Co:a%20b%40example.com?secret=ABC&issuer=Boats%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  )
})
