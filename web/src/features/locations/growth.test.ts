import type { Location, Segment } from '@rastro/client'
import { expect, test } from 'vitest'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { SegmentKind, SegmentState } from '../../ui/trips/trip.types.ts'
import { findIdles, withTail } from './growth.ts'
import { buildTrack } from './track.ts'

const beginMs = Date.parse('2026-11-17T07:00:00Z')
const minuteMs = 60_000
const degreePerM = 1 / 111_195

function at(minute: number, northM: number, more: Partial<Location> = {}): Location {
  const dateTime = new Date(beginMs + minute * minuteMs).toISOString()
  return { dateTime, latitude: 40 + northM * degreePerM, longitude: -3.7, ...more }
}

function shown(
  kind: SegmentKind,
  state: SegmentState,
  minutes: number,
  more: Partial<Segment> = {},
): ShownSegment {
  const source = { duration: minutes * 60, idleSeconds: 0, ...more } as Segment
  const whole = { distanceM: 1_000, seconds: minutes * 60 }
  return {
    id: kind,
    kind,
    state,
    fromMs: beginMs,
    toMs: beginMs + 60 * minuteMs,
    ...whole,
    within: whole,
    source,
  }
}

const drive = buildTrack([0, 1, 2, 3, 4].map((minute) => at(minute, minute * 500)))

test('locations after what the server counted extend the open trip', () => {
  const [trip] = withTail([shown('trip', 'open', 2)], drive)
  expect(trip?.distanceM).toBeCloseTo(2_000, 0)
  expect(trip?.within.distanceM).toBeCloseTo(2_000, 0)
})

test('a trip that has ended or is silent, and a stop, stay as they are', () => {
  for (const segment of [
    shown('trip', 'ended', 2),
    shown('trip', 'silent', 2),
    shown('stop', 'open', 2),
    shown('trip', 'open', 4),
  ]) {
    expect(withTail([segment], drive)).toEqual([segment])
  }
})

test('the engine idles where it is on and the device stands', () => {
  const track = buildTrack([
    at(0, 0, { speed: 0, ignition: true }),
    at(5, 0, { speed: 0 }),
    at(10, 0, { speed: 12 }),
    at(15, 3_000, { speed: 0 }),
    at(20, 3_000, { speed: 0, ignition: false }),
    at(25, 3_000, { speed: 0 }),
  ])
  const idling = shown('trip', 'ended', 60, { idleSeconds: 900 })
  const minutes = findIdles(track, [idling]).map(({ fromMs, toMs }) => [
    (fromMs - beginMs) / minuteMs,
    (toMs - beginMs) / minuteMs,
  ])
  expect(minutes).toEqual([
    [0, 10],
    [15, 20],
  ])
  expect(findIdles(track, [shown('trip', 'ended', 60)])).toEqual([])
})

test('without ignition there is no idling to show', () => {
  expect(findIdles(drive, [shown('trip', 'ended', 60, { idleSeconds: 900 })])).toEqual([])
})
