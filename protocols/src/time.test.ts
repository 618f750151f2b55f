import { expect, test } from 'vitest'
import { plausibleTime, zoneHintMin } from './time.ts'

const receivedAt = new Date('2026-05-04T10:20:31Z')

test.each(['2026-05-04T10:20:30Z', '2025-05-05T00:00:00Z', '2026-05-04T11:20:31Z'])('keeps %s', (fixedAt) => {
  expect(plausibleTime(new Date(fixedAt), receivedAt)).toEqual({ kind: 'kept', at: new Date(fixedAt) })
})

test.each([
  '1970-01-01T00:00:00Z',
  '1980-01-06T00:00:00Z',
  '2000-01-01T00:00:00Z',
  '2004-01-01T00:00:00Z',
  '2011-01-01T00:00:00Z',
  '2020-01-01T00:00:00Z',
  '2025-05-04T10:20:30Z',
  '2026-05-04T11:20:32Z',
])('replaces %s by the time of reception, and keeps it raw', (fixedAt) => {
  const plausible = plausibleTime(new Date(fixedAt), receivedAt, { datesRollOver: true })
  expect(plausible).toEqual({ kind: 'replaced', at: receivedAt, reportedAt: new Date(fixedAt) })
})

test('a report without a time gets the time of reception', () => {
  expect(plausibleTime(undefined, receivedAt)).toEqual({ kind: 'replaced', at: receivedAt })
  expect(plausibleTime(new Date(Number.NaN), receivedAt)).toEqual({ kind: 'replaced', at: receivedAt })
})

test('corrects a date 1024 weeks early: received in 2023, reported as 2003', () => {
  const reportedAt = new Date('2003-07-01T12:00:00Z')
  expect(plausibleTime(reportedAt, new Date('2023-02-14T12:00:10Z'), { datesRollOver: true })).toEqual({
    kind: 'repaired',
    at: new Date('2023-02-14T12:00:00Z'),
    reportedAt,
    rollovers: 1,
  })
})

test('corrects a date 2048 weeks early', () => {
  const reportedAt = new Date('1987-01-31T10:20:30Z')
  expect(plausibleTime(reportedAt, receivedAt, { datesRollOver: true })).toMatchObject({
    at: new Date('2026-05-02T10:20:30Z'),
    rollovers: 2,
  })
})

test('a phone has no GPS week rollover', () => {
  const reportedAt = new Date('2006-09-18T10:20:30Z')
  expect(plausibleTime(reportedAt, receivedAt, { datesRollOver: true }).kind).toBe('repaired')
  expect(plausibleTime(reportedAt, receivedAt).kind).toBe('replaced')
})

test('the limits are configurable', () => {
  const fixedAt = new Date('2024-05-04T10:20:30Z')
  expect(plausibleTime(fixedAt, receivedAt, { maxAgeMs: 3 * 365 * 86_400_000 }).kind).toBe('kept')
  expect(plausibleTime(new Date('2026-05-04T10:30:00Z'), receivedAt, { maxAheadMs: 60_000 }).kind).toBe(
    'replaced',
  )
})

test.each([
  ['2026-05-04T18:20:30Z', 480],
  ['2026-05-04T15:50:29Z', 330],
  ['2026-05-04T07:20:31Z', -180],
  ['2026-05-04T10:20:30Z', undefined],
  ['2026-05-04T18:25:30Z', undefined],
  ['2026-05-06T10:20:30Z', undefined],
])('a live report of %s hints at an offset of %s minutes', (fixedAt, minutes) => {
  expect(zoneHintMin(new Date(fixedAt), receivedAt)).toBe(minutes)
})
