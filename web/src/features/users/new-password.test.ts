import { expect, it } from 'vitest'
import { newPassword } from './new-password.ts'

it('generates random passwords of 20 letters and digits', () => {
  const made = Array.from({ length: 50 }, newPassword)
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/)
  expect(new Set(made).size).toBe(50)
})
