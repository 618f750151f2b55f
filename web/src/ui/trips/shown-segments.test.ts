import type { Segment } from '@rastro/client'
import { expect, test } from 'vitest'
import { numberStops, segmentAt, sumsOf, toShown } from './shown-segments.ts'
import type { SegmentKind } from './trip.types.ts'

const nowMs = Date.parse('2026-11-17T12:00:00Z')

function segment(kind: SegmentKind, from: string, to: string | null, more: Partial<Segment> = {}): Segment {
  const place = { latitude: 40, longitude: -3 }
  const start = `2026-11-17T${from}:00Z`
  const end = to && `2026-11-17T${to}:00Z`
  return {
    id: `${kind} ${from}`,
    type: kind,
    state: end ? 'ended' : 'open',
    start: { ...place, dateTime: start },
    end: end ? { ...place, dateTime: end } : null,
    duration: end ? (Date.parse(end) - Date.parse(start)) / 1_000 : 600,
    distance: kind === 'trip' ? 10_000 : 0,
    maxSpeed: kind === 'trip' ? 20 : null,
    corrections: 0,
    ...more,
  } as Segment
}
const minutes = (ms: number) => (ms - Date.parse('2026-11-17T00:00:00Z')) / 60_000

test('the newest comes last', () => {
  const shown = toShown([segment('trip', '09:00', '10:00'), segment('stop', '08:00', '09:00')], { nowMs })
  expect(shown.map(({ kind }) => kind)).toEqual(['stop', 'trip'])
  expect(shown.map(({ fromMs, toMs }) => [minutes(fromMs), minutes(toMs)])).toEqual([
    [480, 540],
    [540, 600],
  ])
})

test('an open stop lasts until now, an open trip until its last location, a silent one not longer than known', () => {
  const end = (one: Segment) =>
    minutes(toShown([one], { nowMs, lastFixMs: Date.parse('2026-11-17T11:00:00Z') })[0]!.toMs)
  expect(end(segment('stop', '09:00', null))).toBe(720)
  expect(end(segment('trip', '09:00', null))).toBe(660)
  expect(end(segment('trip', '09:00', null, { state: 'silent' }))).toBe(550)
})

test('sums count only the part of a segment that the period has', () => {
  const cut = { cut: true, within: { distance: 2_500, seconds: 900 } } as const
  const sums = sumsOf(
    toShown(
      [
        segment('gap', '11:00', '11:30', { distance: 1_000 }),
        segment('stop', '10:00', '11:00', { distance: 120 }),
        segment('trip', '09:00', '10:00', cut),
      ],
      { nowMs },
    ),
  )
  expect(sums).toEqual({ distanceM: 3_620, tripSeconds: 900, stops: 1, maxSpeedKmh: 72 })
})

test('without a known speed there is no maximum', () => {
  const unknown = segment('trip', '09:00', '10:00', { maxSpeed: null })
  expect(sumsOf(toShown([unknown], { nowMs })).maxSpeedKmh).toBeUndefined()
})

test('stops are numbered in the order of time', () => {
  const shown = toShown(
    [segment('stop', '10:00', '11:00'), segment('trip', '09:00', '10:00'), segment('stop', '08:00', '09:00')],
    { nowMs },
  )
  expect([...numberStops(shown)]).toEqual([
    ['stop 08:00', 1],
    ['stop 10:00', 2],
  ])
})

test('finds the segment of a moment', () => {
  const shown = toShown([segment('trip', '09:00', '10:00'), segment('stop', '08:00', '09:00')], { nowMs })
  expect(segmentAt(shown, Date.parse('2026-11-17T08:30:00Z'))).toBe(0)
  expect(segmentAt(shown, Date.parse('2026-11-17T09:30:00Z'))).toBe(1)
  expect(segmentAt(shown, Date.parse('2026-11-17T07:59:59Z'))).toBe(-1)
})
