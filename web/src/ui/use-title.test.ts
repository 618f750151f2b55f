import { expect, test } from 'vitest'
import { titleOf } from './use-title.ts'

test('the number of critical alerts stands in front, where a narrow tab shows it', () => {
  expect(titleOf('Live map', 2)).toBe('(2) Live map · Rastro')
  expect(titleOf('Live map', 0)).toBe('Live map · Rastro')
  expect(titleOf('', 1)).toBe('(1) Rastro')
})
