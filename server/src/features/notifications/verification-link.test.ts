import { expect, test } from 'vitest'
import { accountOfLink, maskAddress, newLinkSecret } from './verification-link.ts'

test('a link names its account, and nothing else can be read from it', () => {
  const account = 'acc_0aB1cD2eF3gH4iJ5kL6mN7'
  const secret = newLinkSecret(account)
  expect(secret).toMatch(/^0aB1cD2eF3gH4iJ5kL6mN7[0-9A-Za-z]{30}$/)
  expect(accountOfLink(secret)).toBe(account)
  expect(newLinkSecret(account)).not.toBe(secret)
})

test.each([
  ['email', 'ana@example.com', 'a…@example.com'],
  ['email', '"a@b"@example.com', '"…@example.com'],
  ['sms', '+34600111222', '…222'],
] as const)('the %s address %s is shown as %s', (channel, address, shown) => {
  expect(maskAddress(channel, address)).toBe(shown)
})
