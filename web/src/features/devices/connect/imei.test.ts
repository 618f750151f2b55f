import { expect, test } from 'vitest'
import { hintOf, randomImei } from './imei.ts'

test('notices one wrong digit, or two swapped ones', () => {
  expect(hintOf('490154203237518')).toBe('good')
  expect(hintOf('490154203237519')).toBe('wrongDigit')
  expect(hintOf('490154203327518')).toBe('wrongDigit')
})

test('names what is wrong with text that is no IMEI', () => {
  expect(hintOf(' ')).toBe('empty')
  expect(hintOf('49015420323751')).toBe('wrongLength')
  expect(hintOf('0-1234567')).toBe('notDigits')
})

test('a random IMEI is valid', () => {
  for (let round = 0; round < 50; round += 1) expect(hintOf(randomImei())).toBe('good')
})
