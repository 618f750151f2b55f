import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayAfter, dueOn, firstAfter, newestDue, periodBefore } from './occurrence.ts'
import type { PeriodName, Rhythm } from './schedule.types.ts'

const daily: Rhythm = { every: 'daily' }
const utc = (text: string) => new Date(`${text}Z`)

test.each([
  ['a usual day', 'Europe/Madrid', '2026-07-01', '07:30', '2026-07-01T05:30'],
  [
    'a time that does not exist is later by the gap',
    'Europe/Madrid',
    '2026-03-29',
    '02:30',
    '2026-03-29T01:30',
  ],
  ['of a time that exists twice the first', 'Europe/Madrid', '2026-10-25', '02:30', '2026-10-25T00:30'],
  ['a midnight that does not exist', 'America/Sao_Paulo', '2018-11-04', '00:00', '2018-11-04T03:00'],
  ['the evening that exists twice', 'America/Sao_Paulo', '2018-02-17', '23:30', '2018-02-18T01:30'],
  ['no daylight saving any more', 'America/Sao_Paulo', '2026-11-01', '00:00', '2026-11-01T03:00'],
  ['half an hour that does not exist', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45'],
  ['half an hour twice', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45'],
  ['a quarter', 'Asia/Kathmandu', '2026-01-01', '06:00', '2026-01-01T00:15'],
])('%s in %s', (_what, zone, date, time, expected) => {
  expect(dueOn({ rhythm: daily, time }, zone, date)).toEqual(utc(expected))
})

describe('the day that Apia skipped', () => {
  const zone = 'Pacific/Apia'
  test('has no daily report, and the next one reports the day before it', () => {
    expect(dueOn({ rhythm: daily, time: '07:00' }, zone, '2011-12-30')).toBeUndefined()
    const next = firstAfter({ rhythm: daily, time: '07:00' }, zone, utc('2011-12-29T17:00'))
    expect(next).toEqual({ on: '2011-12-31', dueAt: utc('2011-12-30T17:00') })
    expect(periodBefore('yesterday', zone, next.on)).toEqual({ from: '2011-12-29', to: '2011-12-29' })
  })
  test('has its weekly report on the day after', () => {
    const rhythm: Rhythm = { every: 'weekly', weekday: 'friday' }
    expect(dueOn({ rhythm, time: '07:00' }, zone, '2011-12-30')).toEqual(utc('2011-12-30T17:00'))
  })
})

test.each([
  [{ every: 'monthly', day: 31 }, '2026-01-31T12:00', '2026-02-28'],
  [{ every: 'monthly', day: 31 }, '2028-02-01T12:00', '2028-02-29'],
  [{ every: 'monthly', day: 'last' }, '2026-04-01T12:00', '2026-04-30'],
  [{ every: 'monthly', day: 30 }, '2026-02-01T12:00', '2026-02-28'],
  [{ every: 'monthly', day: 1 }, '2026-12-31T12:00', '2027-01-01'],
  [{ every: 'weekly', weekday: 'sunday' }, '2026-11-18T12:00', '2026-11-22'],
  [{ every: 'weekly', weekday: 'wednesday' }, '2026-11-18T12:00', '2026-11-25'],
] as [Rhythm, string, string][])('%o after %s is on %s', (rhythm, after, on) => {
  expect(firstAfter({ rhythm, time: '06:00' }, 'UTC', utc(after)).on).toBe(on)
})

test('a day that was reported in another time zone is not reported again', () => {
  const timing = { rhythm: daily, time: '06:00' }
  // In Auckland the 18th was reported; in Los Angeles it is still the 17th.
  const at = utc('2026-11-17T18:00')
  expect(firstAfter(timing, 'America/Los_Angeles', at, '2026-11-19').on).toBe('2026-11-19')
  expect(newestDue(timing, 'America/Los_Angeles', at, '2026-11-19')).toBeUndefined()
})

test('of missed days only the newest is due', () => {
  const timing = { rhythm: daily, time: '06:00' }
  expect(newestDue(timing, 'UTC', utc('2026-11-18T05:59'), '2026-11-10')?.on).toBe('2026-11-17')
  expect(newestDue(timing, 'UTC', utc('2026-11-18T06:00'), '2026-11-10')?.on).toBe('2026-11-18')
  expect(newestDue(timing, 'UTC', utc('2026-11-18T06:00'), '2020-01-01')?.on).toBe('2026-11-18')
  expect(newestDue(timing, 'UTC', utc('2026-11-18T05:00'), '2026-11-18')).toBeUndefined()
})

test('weeks begin on Monday, months with their first day', () => {
  expect(periodBefore('lastWeek', 'UTC', '2026-11-18')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(periodBefore('lastWeek', 'UTC', '2026-11-16')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(periodBefore('lastWeek', 'UTC', '2026-11-15')).toEqual({ from: '2026-11-02', to: '2026-11-08' })
  expect(periodBefore('lastMonth', 'UTC', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodBefore('lastMonth', 'UTC', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

const zones = [
  'Europe/Madrid',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
]
const times = ['00:00', '02:15', '23:59']
const pairs: [string, Rhythm, PeriodName][] = [
  ['daily', daily, 'yesterday'],
  ['weekly', { every: 'weekly', weekday: 'friday' }, 'lastWeek'],
  ['weekly', { every: 'weekly', weekday: 'sunday' }, 'lastWeek'],
  ['monthly', { every: 'monthly', day: 31 }, 'lastMonth'],
  ['monthly', { every: 'monthly', day: 'last' }, 'lastMonth'],
  ['monthly', { every: 'monthly', day: 1 }, 'lastMonth'],
]

describe.each(zones)('years of reports in %s', (zone) => {
  /** This day, or the next one that exists. */
  const existing = (day: string) =>
    Temporal.PlainDate.from(day).toZonedDateTime(zone).toPlainDate().toString()

  test.each(pairs)('%s %o: every day in exactly one, each after its end', (_name, rhythm, period) => {
    for (const time of times) {
      let at = utc('2010-12-20T00:00')
      const end = utc('2013-02-01T00:00')
      let previous: string | undefined
      while (at < end) {
        const next = firstAfter({ rhythm, time }, zone, at)
        expect(next.dueAt > at).toBe(true)
        // Whenever the process looks, between this instant and the next one, this is the one that is due.
        expect(newestDue({ rhythm, time }, zone, next.dueAt, next.on)).toEqual(next)
        const { from, to } = periodBefore(period, zone, next.on)
        const endOfPeriod = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone)
        expect(endOfPeriod.epochMilliseconds).toBeLessThanOrEqual(next.dueAt.getTime())
        if (previous)
          expect([time, from]).toEqual([
            time,
            period === 'yesterday' ? existing(dayAfter(previous)) : dayAfter(previous),
          ])
        previous = to
        at = next.dueAt
      }
    }
  })
})

test('reads no clock', () => {
  const source = readFileSync(new URL('./occurrence.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(/Date\.now|new Date\(\)|Temporal\.Now/)
})
