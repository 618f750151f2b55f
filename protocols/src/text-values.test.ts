import { expect, test } from 'vitest'
import { decimalOf, degreesAndMinutes, degreesOf, hexadecimalOf, instantOfDayFirst } from './text-values.ts'

test.each([
  ['29.16', 29.16],
  [' 1.08 ', 1.08],
  ['-0.10', -0.1],
  ['+28', 28],
  ['007', 7],
  ['5.', 5],
  ['.5', 0.5],
  ['', undefined],
  [' ', undefined],
  ['-', undefined],
  ['.', undefined],
  ['1.2.3', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['12a', undefined],
  ['1234567890123456', undefined],
  ['57.60000000000000142', 57.6],
  ['123456789012345.67', 123456789012345],
  ['57.6000000000000014x', undefined],
  [undefined, undefined],
])('the decimal "%s" is %s', (text, value) => {
  expect(decimalOf(text)).toBe(value)
})

test.each([
  ['0913660D', 0x0913660d],
  ['ff', 255],
  ['', undefined],
  ['g', undefined],
  ['123456789', undefined],
])('the hexadecimal "%s" is %s', (text, value) => {
  expect(hexadecimalOf(text)).toBe(value)
})

test.each([
  ['2333.0312', 'S', -23.55052],
  ['04637.9985', 'W', -46.6333083],
  ['701.8915', 'N', 7.031525],
  ['0000.0000', 'S', 0],
  ['2360.0000', 'S', undefined],
  ['2333.0312', '', undefined],
  ['-2333.0312', 'S', undefined],
  ['', 'S', undefined],
])('%s %s is %s degrees', (text, hemisphere, degrees) => {
  expect(degreesOf(text, hemisphere)).toBe(degrees)
})

test('degrees round-trip, and minutes are always below 60', () => {
  expect(degreesAndMinutes(-23.55052, 2)).toBe('2333.0312')
  expect(degreesAndMinutes(0.99999999, 3)).toBe('00100.0000')
})

test.each([
  ['040526', '102030', '2026-05-04T10:20:30.000Z'],
  ['310626', '102030', undefined],
  ['0405', '102030', undefined],
  ['04052x', '102030', undefined],
  ['040526', '102090', undefined],
])('%s %s is %s', (date, time, instant) => {
  expect(instantOfDayFirst(date, time)?.toISOString()).toBe(instant)
})
