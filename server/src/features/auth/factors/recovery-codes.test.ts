import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

test('ten codes of 24 characters of base 32, all different', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
})

test('is read as people type it', () => {
  const [code = ''] = newRecoveryCodes()
  const typed = [code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('O', '0')} `]
  for (const one of typed) expect(hashRecoveryCode(one)).toEqual(hashRecoveryCode(code))
  expect(hashRecoveryCode(`${code}A`)).not.toEqual(hashRecoveryCode(code))
})
