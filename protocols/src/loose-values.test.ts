import { expect, test } from 'vitest'
import { numberOf } from './loose-values.ts'

test.each([
  ['12', 12],
  [' -1.5e2 ', -150],
  ['.5', 0.5],
  ['1x', undefined],
  ['', undefined],
])('the number in %j', (text, number) => {
  expect(numberOf(text)).toBe(number)
})

test('a long text is refused at once', () => {
  const began = process.threadCpuUsage()
  expect(numberOf(`${'1'.repeat(200_000)}x`)).toBe(undefined)
  const { user, system } = process.threadCpuUsage(began)
  expect(user + system).toBeLessThan(100_000)
})
