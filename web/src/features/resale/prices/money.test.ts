import { expect, test } from 'vitest'
import { fromMillionths, moneyOf, toMillionths } from './money.ts'

test('a price below a cent is shown in full', () => {
  expect(moneyOf(33_333, 'EUR', 'en')).toBe('€0.033333')
  expect(moneyOf(1_500_000, 'EUR', 'en')).toBe('€1.50')
})

test('what was typed is stored to the millionth', () => {
  for (const typed of [0.1, 0.07, 1.005, 33.333333]) expect(fromMillionths(toMillionths(typed))).toBe(typed)
})
