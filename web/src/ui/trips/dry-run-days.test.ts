import { expect, test } from 'vitest'
import { comparedDays, countTrips } from './dry-run-days.ts'
import type { DryRunSegment, SegmentKind } from './trip.types.ts'

const timeZone = 'Europe/Madrid'
const period = { fromMs: Date.parse('2026-11-14T23:00:00Z'), toMs: Date.parse('2026-11-17T12:00:00Z') }

function segment(kind: SegmentKind, from: string, to: string | null): DryRunSegment {
  const end = (dateTime: string) => ({ dateTime, latitude: 40, longitude: -3 })
  const lastMs = to === null ? period.toMs : Date.parse(to)
  return {
    type: kind,
    start: end(from),
    end: to === null ? null : end(to),
    duration: (lastMs - Date.parse(from)) / 1_000,
    distance: 0,
    idleSeconds: 0,
    beganBy: 'moved',
    endedBy: to === null ? null : 'stayed',
  }
}

const trip = segment('trip', '2026-11-15T07:00:00Z', '2026-11-15T08:00:00Z')
const night = segment('stop', '2026-11-15T08:00:00Z', '2026-11-16T07:00:00Z')
const merged = segment('trip', '2026-11-16T07:00:00Z', '2026-11-16T09:00:00Z')
const parked = segment('stop', '2026-11-16T09:00:00Z', null)

test('days come newest first, and those that differ are marked', () => {
  const split = [
    segment('trip', '2026-11-16T07:00:00Z', '2026-11-16T07:40:00Z'),
    segment('stop', '2026-11-16T07:40:00Z', '2026-11-16T08:00:00Z'),
    segment('trip', '2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z'),
  ]
  const days = comparedDays([trip, night, merged, parked], [trip, night, ...split, parked], period, timeZone)
  expect(days.map(({ day, differs }) => [day.day, differs])).toEqual([
    ['2026-11-17', false],
    ['2026-11-16', true],
    ['2026-11-15', false],
  ])
  const [, changed] = days
  expect([countTrips(changed!.day, changed!.current), countTrips(changed!.day, changed!.proposed)]).toEqual([
    1, 2,
  ])
})

test('a difference outside a day does not mark the day', () => {
  const shorter = segment('stop', '2026-11-15T08:00:00Z', '2026-11-16T06:00:00Z')
  const days = comparedDays([trip, night], [trip, shorter], period, timeZone)
  expect(days.map(({ day, differs }) => [day.day, differs])).toEqual([
    ['2026-11-16', true],
    ['2026-11-15', false],
  ])
})

test('an open segment lasts to the end of the period', () => {
  const [today] = comparedDays([parked], [parked], period, timeZone)
  expect(today?.current[0]?.toMs).toBe(period.toMs)
})
