import type { Location } from '@rastro/client'
import { expect, test } from 'vitest'
import { positionAt } from './position-at.ts'
import { findSegments, segmentAt } from './segments.ts'
import { summarize } from './summary.ts'
import { buildTrack } from './track.ts'

const beginMs = Date.parse('2026-11-15T07:00:00Z')
const degreePerM = 1 / 111_195

/** Builds a track: north along a meridian, a location at a fixed interval. */
function day(everySeconds = 10, longitude = -3.7) {
  const locations: Location[] = []
  let atMs = beginMs
  let northM = 0
  const report = (more: Partial<Location>) =>
    locations.push({
      dateTime: new Date(atMs).toISOString(),
      latitude: 40 + northM * degreePerM,
      longitude,
      ...more,
    })
  const writer = {
    locations,
    drive(minutes: number, kmh: number) {
      for (let passed = 0; passed < minutes * 60; passed += everySeconds) {
        report({ speed: kmh / 3.6, course: 0 })
        atMs += everySeconds * 1_000
        northM += (kmh / 3.6) * everySeconds
      }
      return writer
    },
    stop(minutes: number, driftM = 0) {
      for (let passed = 0; passed < minutes * 60; passed += everySeconds) {
        const before = northM
        northM += passed % (2 * everySeconds) === 0 ? driftM : -driftM
        report({ speed: 0, course: 0 })
        northM = before
        atMs += everySeconds * 1_000
      }
      return writer
    },
    silent(minutes: number, movedM = 0) {
      atMs += minutes * 60_000
      northM += movedM
      return writer
    },
    report(more: Partial<Location>) {
      report(more)
      atMs += everySeconds * 1_000
      return writer
    },
  }
  return writer
}
const segmentsOf = (locations: Location[]) =>
  findSegments(buildTrack(locations)).map(
    ({ kind, fromMs, toMs }) => `${kind} ${Math.round((toMs - fromMs) / 60_000)} min`,
  )

test('splits a day into drives and stops', () => {
  const { locations } = day().drive(20, 90).stop(24).drive(30, 60)
  expect(segmentsOf(locations)).toEqual(['driving 20 min', 'stopped 24 min', 'driving 30 min'])
})

test('a traffic light is not a stop', () => {
  const { locations } = day().drive(10, 50).stop(2).drive(10, 50)
  expect(segmentsOf(locations)).toEqual(['driving 22 min'])
})

test('drift while stopped neither ends the stop nor adds to the distance', () => {
  const { locations } = day().drive(10, 60).stop(30, 35).drive(10, 60)
  const segments = findSegments(buildTrack(locations))
  expect(segments.map(({ kind }) => kind)).toEqual(['driving', 'stopped', 'driving'])
  expect(summarize(segments).distanceM).toBeGreaterThan(19_700)
  expect(summarize(segments).distanceM).toBeLessThan(20_400)
})

test('silence is no data, and the jump across it is not driven', () => {
  const { locations } = day().drive(10, 60).silent(40, 50_000).drive(10, 60)
  const segments = findSegments(buildTrack(locations))
  expect(segments.map(({ kind }) => kind)).toEqual(['driving', 'noData', 'driving'])
  expect(summarize(segments).distanceM / 1_000).toBeCloseTo(19.7, 0)
})

test('a tracker that sleeps while stopped is stopped; after too long a silence there is no data', () => {
  expect(segmentsOf(day().drive(10, 60).stop(5).silent(60).stop(5).drive(10, 60).locations)).toEqual([
    'driving 10 min',
    'stopped 70 min',
    'driving 10 min',
  ])
  expect(segmentsOf(day().drive(10, 60).stop(5).silent(600).stop(5).locations)).toEqual([
    'driving 10 min',
    'stopped 5 min',
    'noData 600 min',
    'stopped 5 min',
  ])
})

test('a tracker that reports rarely has no gaps between its reports', () => {
  expect(segmentsOf(day(1_200).drive(200, 80).locations)).toEqual(['driving 180 min'])
})

test('standing at two distant points is not one stop', () => {
  const far = { speed: 0, latitude: 41 }
  const { locations } = day(300).report({ speed: 0 }).report({ speed: 0 }).report(far).report(far)
  expect(segmentsOf(locations)).toEqual(['stopped 5 min', 'driving 5 min', 'stopped 5 min'])
})

test('locations without a fix are ignored', () => {
  const { locations } = day()
    .drive(10, 60)
    .report({ valid: false, latitude: 0, longitude: 0, speed: 200 })
    .drive(10, 60)
  locations.push({ ...locations[0]!, latitude: null, longitude: null })
  const { distanceM, maxSpeedKmh } = summarize(findSegments(buildTrack(locations)))
  expect(distanceM / 1_000).toBeCloseTo(20, 0)
  expect(maxSpeedKmh).toBeCloseTo(60)
})

test('the summary adds up', () => {
  const { locations } = day().drive(30, 90).stop(10).drive(30, 120)
  const { distanceM, drivingMs, stops, maxSpeedKmh } = summarize(findSegments(buildTrack(locations)))
  expect(distanceM / 1_000).toBeCloseTo(105, 0)
  expect(drivingMs / 60_000).toBeCloseTo(60, 0)
  expect(stops).toBe(1)
  expect(maxSpeedKmh).toBeCloseTo(120, 4)
})

test('missing speeds are derived from the distance', () => {
  const { locations } = day().drive(10, 72)
  const silent = locations.map(({ speed, ...rest }) => rest)
  expect(summarize(findSegments(buildTrack(silent))).maxSpeedKmh).toBeCloseTo(72, 0)
})

test('handles an empty track and a single location', () => {
  expect(findSegments(buildTrack([]))).toEqual([])
  expect(findSegments(buildTrack(day().report({}).locations))).toEqual([])
  expect(positionAt(buildTrack([]), beginMs)).toBeUndefined()
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
  const { locations } = day().drive(1, 60).silent(60, 9_000).drive(1, 60)
  const track = buildTrack(locations)
  const inGap = positionAt(track, beginMs + 30 * 60_000)
  expect(inGap).toMatchObject({ index: 5, latitude: track.latitude[5], isGap: true, speedKmh: undefined })
  expect(positionAt(track, 0)).toMatchObject({ index: 0, isGap: true })
  expect(positionAt(track, beginMs + 999 * 60_000)).toMatchObject({ index: track.count - 1, isGap: true })
})

test('a track across the antimeridian is short, and playback crosses it', () => {
  const track = buildTrack([
    { dateTime: '2026-11-15T07:00:00Z', latitude: -17, longitude: 179.9 },
    { dateTime: '2026-11-15T07:10:00Z', latitude: -17, longitude: -179.9 },
    { dateTime: '2026-11-15T07:20:00Z', latitude: -17, longitude: 179.9 },
  ])
  expect(Array.from(track.longitude, (one) => Number(one.toFixed(1)))).toEqual([179.9, 180.1, 179.9])
  expect(positionAt(track, Date.parse('2026-11-15T07:05:00Z'))?.longitude).toBeCloseTo(180)
  expect(summarize(findSegments(track)).distanceM / 1_000).toBeCloseTo(42.5, 0)
})

test('in a simplified track, removed locations are not a gap', () => {
  const { locations } = day().drive(10, 60).stop(120).drive(10, 60)
  const kept = locations.filter((_, i) => i < 60 || i >= 780 || i % 200 === 0)
  expect(findSegments(buildTrack(kept, 10_000)).map(({ kind }) => kind)).toEqual([
    'driving',
    'stopped',
    'driving',
  ])
  const straight = day()
    .drive(150, 60)
    .locations.filter((_, i) => i % 180 === 0 || i < 9)
  expect(findSegments(buildTrack(straight)).some(({ kind }) => kind === 'noData')).toBe(true)
  expect(findSegments(buildTrack(straight, 10_000)).map(({ kind }) => kind)).toEqual(['driving'])
})

test('finds the segment of a moment', () => {
  const segments = findSegments(buildTrack(day().drive(20, 90).stop(24).drive(30, 60).locations))
  expect(segmentAt(segments, beginMs + 60_000)).toBe(0)
  expect(segmentAt(segments, beginMs + 30 * 60_000)).toBe(1)
  expect(segmentAt(segments, beginMs - 1)).toBe(-1)
})
