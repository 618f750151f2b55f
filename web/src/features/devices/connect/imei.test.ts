import { expect, test } from 'vitest'
import { hintOf, madeUpImei, simulatedPrefixOf } from './imei.ts'

test('a slip of one digit, or two that changed places, is noticed', () => {
  expect(hintOf('490154203237518')).toBe('good')
  expect(hintOf('490154203237519')).toBe('wrongDigit')
  expect(hintOf('490154203327518')).toBe('wrongDigit')
})

test('what is no IMEI at all is told by what it lacks', () => {
  expect(hintOf(' ')).toBe('empty')
  expect(hintOf('49015420323751')).toBe('wrongLength')
  expect(hintOf('0-1234567')).toBe('notDigits')
})

test('one that was made up is right, and can be played by a simulated tracker', () => {
  const imei = madeUpImei()
  expect(hintOf(imei)).toBe('good')
  expect(simulatedPrefixOf(imei)).toBe(imei.slice(0, 12))
  expect(simulatedPrefixOf('490154203237518')).toBeUndefined()
})
