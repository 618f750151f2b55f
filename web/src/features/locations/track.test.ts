import type { Location } from '@rastro/client'
import { expect, test } from 'vitest'
import { distanceM } from './geo.ts'
import { positionAt } from './position-at.ts'
import { buildTrack, extendTrack, isGap, rangeOf } from './track.ts'

const beginMs = Date.parse('2026-11-15T07:00:00Z')
const minuteMs = 60_000
const degreePerM = 1 / 111_195

function at(minute: number, northM: number, more: Partial<Location> = {}): Location {
  const dateTime = new Date(beginMs + minute * minuteMs).toISOString()
  return { dateTime, latitude: 40 + northM * degreePerM, longitude: -3.7, ...more }
}

test('silence that ends elsewhere is a gap; a tracker that sleeps where it stands leaves none', () => {
  const track = buildTrack([at(0, 0), at(1, 1_000), at(61, 9_000), at(62, 9_500), at(800, 9_520)])
  expect([1, 2, 3, 4].map((i) => isGap(track, i))).toEqual([false, true, false, false])
})

test('a tracker that reports rarely has no gaps between its reports', () => {
  const track = buildTrack([0, 20, 40, 60, 80].map((minute) => at(minute, minute * 1_000)))
  expect([1, 2, 3, 4].some((i) => isGap(track, i))).toBe(false)
})

test('in a simplified track, removed locations are not a gap', () => {
  const kept = [0, 1, 2, 30, 60].map((minute) => at(minute, minute * 1_000))
  expect(isGap(buildTrack(kept), 4)).toBe(true)
  expect(isGap(buildTrack(kept, 10_000), 4)).toBe(false)
})

test('locations without a fix are ignored, and missing speeds are derived', () => {
  const track = buildTrack([
    at(0, 0),
    at(1, 1_200),
    at(2, 0, { valid: false, speed: 200 }),
    { ...at(3, 0), latitude: null, longitude: null },
    at(4, 2_400),
  ])
  expect(track.count).toBe(3)
  expect(track.speedKmh[1]).toBeCloseTo(72, 0)
})

test('a fix in another country between two of a street is a jump, and a flight is none', () => {
  const jump = buildTrack([at(0, 0), at(1, 500), at(1.5, 900_000), at(2, 1_000), at(3, 1_500)])
  expect([...jump.atMs].map((ms) => (ms - beginMs) / minuteMs)).toEqual([0, 1, 2, 3])
  expect(buildTrack([at(0, 0), at(1, 15_000), at(2, 30_000)]).count).toBe(3)
  expect(buildTrack([at(0, 0), at(1, 900_000), at(2, 901_000)]).count).toBe(3)
})

test('between two fixes the coordinates are interpolated', () => {
  const track = buildTrack([
    { dateTime: '2026-11-15T07:00:00Z', latitude: 40, longitude: -3, speed: 10, course: 350 },
    { dateTime: '2026-11-15T07:01:00Z', latitude: 41, longitude: -4, speed: 20, course: 20 },
  ])
  const position = positionAt(track, Date.parse('2026-11-15T07:00:30Z'))
  expect(position).toMatchObject({ index: 0, latitude: 40.5, longitude: -3.5, isGap: false })
  expect(position?.speedKmh).toBeCloseTo(54, 4)
  expect(position?.courseDeg).toBeCloseTo(5, 4)
})

test('in a gap, before the first and after the last fix the coordinates stay', () => {
  const track = buildTrack([at(0, 0), at(1, 1_000), at(61, 9_000), at(62, 10_000)])
  const inGap = positionAt(track, beginMs + 30 * minuteMs)
  expect(inGap).toMatchObject({ index: 1, latitude: track.latitude[1], isGap: true, speedKmh: undefined })
  expect(positionAt(track, 0)).toMatchObject({ index: 0, isGap: true })
  expect(positionAt(track, beginMs + 999 * minuteMs)).toMatchObject({ index: 3, isGap: true })
  expect(positionAt(buildTrack([]), beginMs)).toBeUndefined()
})

test('a track across the antimeridian is short, and playback crosses it', () => {
  const track = buildTrack([
    { dateTime: '2026-11-15T07:00:00Z', latitude: -17, longitude: 179.9 },
    { dateTime: '2026-11-15T07:10:00Z', latitude: -17, longitude: -179.9 },
    { dateTime: '2026-11-15T07:20:00Z', latitude: -17, longitude: 179.9 },
  ])
  expect(Array.from(track.longitude, (one) => Number(one.toFixed(1)))).toEqual([179.9, 180.1, 179.9])
  expect(positionAt(track, Date.parse('2026-11-15T07:05:00Z'))?.longitude).toBeCloseTo(180)
  expect(distanceM(track, 0, 1) / 1_000).toBeCloseTo(21.3, 0)
})

test('an extended track is the same as one that was read at once', () => {
  const all = [
    at(0, 0, { fuel: 80, ignition: true }),
    at(1, 900),
    at(2, 1_800),
    at(3, 2_700, { battery: 50 }),
    at(4, 3_600, { ignition: false }),
  ]
  const { sensors, ...whole } = buildTrack(all)
  const extended = extendTrack(buildTrack(all.slice(0, 3)), all.slice(2))
  expect(extended).toMatchObject(whole)
  expect(extended.sensors.fuel).toEqual(sensors.fuel)
  expect(extended.sensors.battery).toEqual(sensors.battery)
})

test('a track stays itself if nothing newer came', () => {
  const track = buildTrack([at(0, 0), at(1, 900)])
  expect(extendTrack(track, [at(0.5, 400), at(1, 900)])).toBe(track)
})

test('an extended track goes on beyond the antimeridian', () => {
  const track = buildTrack([at(0, 0, { longitude: 179.8 }), at(1, 0, { longitude: -179.9 })])
  const extended = extendTrack(track, [at(2, 0, { longitude: -179.8 })])
  expect(extended.longitude[2]).toBeCloseTo(180.2)
})

test('the ignition holds until it is reported again', () => {
  const track = buildTrack([at(0, 0), at(1, 0, { ignition: true }), at(2, 0), at(3, 0, { ignition: false })])
  expect([...(track.ignition ?? [])]).toEqual([Number.NaN, 1, 1, 0])
  expect(buildTrack([at(0, 0)]).ignition).toBeUndefined()
})

test('finds the locations of a span, both ends included', () => {
  const track = buildTrack([at(0, 0), at(1, 0), at(2, 0), at(3, 0)])
  const range = (from: number, to: number) =>
    rangeOf(track, beginMs + from * minuteMs, beginMs + to * minuteMs)
  expect(range(1, 2)).toEqual({ first: 1, last: 2 })
  expect(range(0.5, 2.5)).toEqual({ first: 1, last: 2 })
  expect(range(-5, 99)).toEqual({ first: 0, last: 3 })
  expect(range(1.2, 1.8)).toBeUndefined()
  expect(range(4, 9)).toBeUndefined()
})
