import { expect, test } from 'vitest'
import {
  dayAround,
  localText,
  periodPresets,
  presetNames,
  presetOf,
  readPeriod,
  touchedDays,
} from './period.ts'

const madrid = 'Europe/Madrid'
const now = Date.parse('2026-11-15T12:00:00Z')
const read = (from: string, to: string, zone = madrid, nowMs = now) => {
  const period = readPeriod({ from, to }, nowMs, zone)
  return 'fault' in period
    ? period
    : [new Date(period.fromMs).toISOString(), new Date(period.toMs).toISOString()]
}

test('hours count back from now', () => {
  expect(read('now-24h', 'now')).toEqual(['2026-11-14T12:00:00.000Z', '2026-11-15T12:00:00.000Z'])
})

test('today and yesterday begin and end at midnight of the account', () => {
  expect(read('now/d', 'now/d')).toEqual(['2026-11-14T23:00:00.000Z', '2026-11-15T23:00:00.000Z'])
  expect(read('now-1d/d', 'now-1d/d')).toEqual(['2026-11-13T23:00:00.000Z', '2026-11-14T23:00:00.000Z'])
})

test('a day on which the clocks change has 25 hours', () => {
  expect(read('2026-10-25', '2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

test('a day without a midnight begins at its first instant', () => {
  // Clocks in Santiago jump from 24:00 to 01:00.
  expect(read('2026-09-06', '2026-09-06', 'America/Santiago')).toEqual([
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ])
})

test('seven days back is the same local time, also across a clock change', () => {
  const [from] = read('now-7d', 'now', madrid, Date.parse('2026-10-28T12:00:00Z')) as string[]
  expect(from).toBe('2026-10-21T11:00:00.000Z')
})

test('weeks begin on Monday; months and years on their first day', () => {
  expect(read('now/w', 'now')).toEqual(['2026-11-08T23:00:00.000Z', '2026-11-15T12:00:00.000Z'])
  expect(read('now/M', 'now/M')).toEqual(['2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'])
  expect(read('now/y', 'now')).toEqual(['2025-12-31T23:00:00.000Z', '2026-11-15T12:00:00.000Z'])
})

test('a time without an offset is local to the account, one with an offset is exact', () => {
  expect(read('2026-11-15T09:00', '2026-11-15T10:00:00Z')).toEqual([
    '2026-11-15T08:00:00.000Z',
    '2026-11-15T10:00:00.000Z',
  ])
})

test('reports the part that cannot be parsed', () => {
  expect(read('yesterday', 'now')).toEqual({ fault: 'from' })
  expect(read('now-1h', '2026-02-30')).toEqual({ fault: 'to' })
  expect(read('now', 'now-1h')).toEqual({ fault: 'order' })
  expect(read('now-1x', 'now')).toEqual({ fault: 'from' })
})

test('fields, presets and the link to a day agree', () => {
  expect(localText(now, madrid)).toBe('2026-11-15T13:00')
  expect(presetOf({ from: 'now-7d', to: 'now' })).toBe('7d')
  expect(presetOf({ from: 'now-7d', to: 'now/d' })).toBeUndefined()
  expect(dayAround(Date.parse('2026-11-14T23:30:00Z'), madrid)).toEqual({
    from: '2026-11-15',
    to: '2026-11-15',
  })
})

test('last week is Monday to Sunday of the account', () => {
  const { from, to } = periodPresets.lastWeek
  expect(read(from, to)).toEqual(['2026-11-01T23:00:00.000Z', '2026-11-08T23:00:00.000Z'])
})

test('every preset is a period, and is recognised again', () => {
  for (const name of presetNames) {
    expect(read(periodPresets[name].from, periodPresets[name].to)).toHaveLength(2)
    expect(presetOf(periodPresets[name])).toBe(name)
  }
})

test('a period of whole days is named by its first and last day, also at a change of the clocks', () => {
  const daysOf = (from: string, to: string, zone = madrid) => {
    const period = readPeriod({ from, to }, now, zone)
    return 'fault' in period ? period : touchedDays(period, zone)
  }
  expect(daysOf('now-1d/d', 'now-1d/d')).toEqual({ from: '2026-11-14', to: '2026-11-14' })
  expect(daysOf('now-1w/w', 'now-1w/w')).toEqual({ from: '2026-11-02', to: '2026-11-08' })
  expect(daysOf('now-1M/M', 'now-1M/M')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(daysOf('now/M', 'now')).toEqual({ from: '2026-11-01', to: '2026-11-15' })
  expect(daysOf('2026-10-25', '2026-10-25')).toEqual({ from: '2026-10-25', to: '2026-10-25' })
  expect(daysOf('2026-09-06', '2026-09-06', 'America/Santiago')).toEqual({
    from: '2026-09-06',
    to: '2026-09-06',
  })
})
