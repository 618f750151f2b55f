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

test('full hours are short, and minutes alone are no metres', () => {
  const at = '2026-11-15T18:00:00Z'
  const us = createFormat('en', 'metric', 'UTC', {
    locales: { dates: 'en-US', numbers: 'en-US' },
    clock: 'auto',
  })
  expect(us.fullHour(at)).toMatch(/^6\sPM$/)
  expect(createFormat('es', 'metric', 'UTC').fullHour(at)).toBe('18:00')
  expect([300, 90, 5_400, 0].map(format.exactDuration)).toEqual(['5 min', '1m 30s', '1h 30m', '0s'])
})

test('working times are in hours, also above a day', () => {
  expect(format.hours(62.2 * 3_600)).toBe('62h')
  expect(format.hours(84 * 60)).toBe('1h 24m')
  expect(format.hours(0)).toBe('0s')
  expect(format.duration(62 * 3_600)).toBe('2d 14h')
})

test('short lengths are metres or feet, and longer ones distances', () => {
  expect([80, 999, 1_500].map(format.length)).toEqual(['80 m', '999 m', '1.5 km'])
  expect(createFormat('en', 'imperial', 'UTC').length(80)).toBe('262 ft')
  expect(createFormat('en', 'nautical', 'UTC').length(80)).toBe('80 m')
  expect([950, 12_400].map(format.roundDistance)).toEqual(['1', '12'])
})

test('a calendar day has the same name in every zone, and weeks begin where the region begins them', () => {
  const locales = { dates: 'en-GB', numbers: 'en-GB' }
  const british = createFormat('en', 'metric', 'Pacific/Apia', { locales, clock: 'auto' })
  expect(british.weekday('2026-11-17')).toBe('Tue 17 Nov')
  expect(british.month('2026-11')).toBe('November 2026')
  expect([british.firstWeekday, createFormat('en-US', 'metric', 'UTC').firstWeekday]).toEqual([1, 7])
  expect([1, 2, 7].map(british.weekdayLetter)).toEqual(['M', 'T', 'S'])
  expect([1, 2, 7].map(british.weekdayShort)).toEqual(['Mon', 'Tue', 'Sun'])
})
