import { expect, test } from 'vitest'
import { hintOf, randomImei, simulatedPrefixOf } from './imei.ts'

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

test('a random IMEI is valid and can be used by the simulator', () => {
  const imei = randomImei()
  expect(hintOf(imei)).toBe('good')
  expect(simulatedPrefixOf(imei)).toBe(imei.slice(0, 12))
  expect(simulatedPrefixOf('490154203237518')).toBeUndefined()
})
