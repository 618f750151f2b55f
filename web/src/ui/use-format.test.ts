import { expect, test } from 'vitest'
import { createFormat } from './use-format.ts'

const format = createFormat('en', 'metric', 'UTC')
const now = '2026-11-16T03:00:00.000Z'

test.each([
  ['2026-11-16T03:00:00.400Z', '0s ago'],
  ['2026-11-16T02:59:59.800Z', '0s ago'],
  ['2026-11-16T02:59:57.000Z', '3s ago'],
  ['2026-11-16T03:00:09.000Z', 'in 9s'],
  ['2026-11-16T01:30:00.000Z', '1h ago'],
])('the age of %s is %s', (at, age) => {
  expect(format.age(at, now)).toBe(age)
})

test('dates and clock follow the region and the choice of the user', () => {
  const locales = { dates: 'en-GB', numbers: 'en-GB' }
  const at = '2026-11-15T15:06:00Z'
  const british = (clock: 'auto' | '24' | '12') => createFormat('en', 'metric', 'UTC', { locales, clock })
  expect(british('auto').dateTime(at)).toBe('15 Nov 2026, 15:06')
  expect(british('12').time(at)).toMatch(/^0?3:06\spm$/)
  expect(format.dateTime(at)).toMatch(/^Nov 15, 2026, 3:06\sPM$/)
  const us = { locales: { dates: 'en-US', numbers: 'en-US' }, clock: '24' } as const
  expect(createFormat('en', 'metric', 'UTC', us).dateTime('2026-11-15T00:06:00Z')).toBe('Nov 15, 2026, 00:06')
})

test('working times are in hours, also above a day', () => {
  expect(format.hours(62.2 * 3_600)).toBe('62h')
  expect(format.hours(84 * 60)).toBe('1h 24m')
  expect(format.duration(62 * 3_600)).toBe('2d 14h')
})
