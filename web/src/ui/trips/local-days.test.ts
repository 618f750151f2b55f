import { expect, test } from 'vitest'
import { dayOf, daysOf, hourMarks, localDay, shiftDay } from './local-days.ts'

const hours = (day: string, timeZone: string) => {
  const { fromMs, toMs } = localDay(day, timeZone)
  return (toMs - fromMs) / 3_600_000
}

test.each([
  ['2026-11-17', 'Europe/Madrid', 24],
  ['2026-03-29', 'Europe/Madrid', 23],
  ['2026-10-25', 'Europe/Madrid', 25],
  ['2018-11-04', 'America/Sao_Paulo', 23],
  ['2026-11-01', 'America/Sao_Paulo', 24],
  ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ['2026-11-17', 'Asia/Kathmandu', 24],
  ['2011-12-30', 'Pacific/Apia', 0],
])('%s in %s has %d hours', (day, timeZone, length) => {
  expect(hours(day, timeZone)).toBe(length)
})

test('a day begins at midnight of the zone, or where the clock starts if midnight is skipped', () => {
  expect(new Date(localDay('2026-11-17', 'Asia/Kathmandu').fromMs).toISOString()).toBe(
    '2026-11-16T18:15:00.000Z',
  )
  expect(new Date(localDay('2018-11-04', 'America/Sao_Paulo').fromMs).toISOString()).toBe(
    '2018-11-04T03:00:00.000Z',
  )
})

test('the arrows skip a day that does not exist', () => {
  expect(shiftDay('2011-12-29', 1, 'Pacific/Apia')).toBe('2011-12-31')
  expect(shiftDay('2011-12-31', -1, 'Pacific/Apia')).toBe('2011-12-29')
  expect(shiftDay('2026-12-31', 1, 'Europe/Madrid')).toBe('2027-01-01')
})

test('a period has the days that it touches, and not the one that begins at its end', () => {
  const at = (text: string) => Date.parse(text)
  const names = (from: string, to: string) => daysOf(at(from), at(to), 'Europe/Madrid').map(({ day }) => day)
  expect(names('2026-11-16T22:59:59Z', '2026-11-17T12:00:00Z')).toEqual(['2026-11-16', '2026-11-17'])
  expect(names('2026-11-16T23:00:00Z', '2026-11-17T23:00:00Z')).toEqual(['2026-11-17'])
  expect(dayOf(at('2026-11-16T23:00:00Z'), 'Europe/Madrid')).toBe('2026-11-17')
})

test('hours are where the clock shows them: a skipped one has no mark, a repeated one has two', () => {
  const marks = (day: string, timeZone: string) =>
    hourMarks(localDay(day, timeZone), timeZone).map(({ hour }) => hour)
  expect(marks('2026-03-29', 'Europe/Madrid')).toEqual([0, 1, ...range(3, 23)])
  expect(marks('2026-10-25', 'Europe/Madrid')).toEqual([0, 1, 2, 2, ...range(3, 23)])
  // From 2:00 to 2:30.
  expect(marks('2026-10-04', 'Australia/Lord_Howe')).toEqual([0, 1, ...range(3, 23)])
  expect(marks('2018-11-04', 'America/Sao_Paulo')).toEqual(range(1, 23))
})

test('noon is not in the middle of a day with 23 hours', () => {
  const day = localDay('2026-03-29', 'Europe/Madrid')
  const noon = hourMarks(day, 'Europe/Madrid').find(({ hour }) => hour === 12)!
  expect((noon.atMs - day.fromMs) / (day.toMs - day.fromMs)).toBeCloseTo(11 / 23, 10)
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
