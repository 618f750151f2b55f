import { expect, test } from 'vitest'
import { dayAt, dayStarts, daySums } from './days.ts'
import type { Segment } from './segments.ts'
import { buildTrack } from './track.ts'

const madrid = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)
const iso = (starts: number[]) => starts.map((ms) => new Date(ms).toISOString())

function drive(...fixes: [dateTime: string, longitude: number][]) {
  const track = buildTrack(
    fixes.map(([dateTime, longitude]) => ({ dateTime, latitude: 0, longitude, valid: true }) as never),
  )
  const [fromMs, toMs] = [track.atMs[0]!, track.atMs[track.count - 1]!]
  const segment: Segment = {
    kind: 'driving',
    first: 0,
    last: track.count - 1,
    fromMs,
    toMs,
    distanceM: 0,
    maxSpeedKmh: 0,
  }
  return { track, segment }
}

test('days begin at midnight of the account; a day of a clock change is longer', () => {
  const starts = dayStarts(at('2026-10-24T10:00:00Z'), at('2026-10-26T10:00:00Z'), madrid)
  expect(iso(starts)).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ])
  expect(dayAt(starts, at('2026-10-25T22:30:00Z'))).toBe(1)
})

test('a drive across midnight counts for both days', () => {
  const { track, segment } = drive(
    ['2026-11-14T21:00:00Z', 0],
    ['2026-11-14T22:00:00Z', 1],
    ['2026-11-15T00:00:00Z', 3],
  )
  const starts = dayStarts(segment.fromMs, segment.toMs, madrid)
  const sums = daySums(track, [segment], starts)
  expect(sums.map(({ drivingMs }) => drivingMs / 3_600_000)).toEqual([2, 1])
  expect(sums[0]!.distanceM).toBeCloseTo(2 * sums[1]!.distanceM, 0)
})

test('stops do not count', () => {
  const { track, segment } = drive(['2026-11-14T10:00:00Z', 0], ['2026-11-14T11:00:00Z', 1])
  const starts = dayStarts(segment.fromMs, segment.toMs, madrid)
  expect(daySums(track, [{ ...segment, kind: 'stopped' }], starts)).toEqual([{ distanceM: 0, drivingMs: 0 }])
})
