import type { Alert, Location, Segment } from '@rastro/client'
import { expect, test } from 'vitest'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import type { SegmentKind } from '../../ui/trips/trip.types.ts'
import { chartData, chartsOf, readCharts } from './chart-data.ts'
import { nearestMoment } from './nearest-moment.ts'
import { buildTrack } from './track.ts'
import { boundsOf, lineFeatures, pointFeatures } from './track-features.ts'

const beginMs = Date.parse('2026-11-15T07:00:00Z')
const minuteMs = 60_000

function at(minute: number, latitude: number, longitude: number, more: Partial<Location> = {}): Location {
  return { dateTime: new Date(beginMs + minute * minuteMs).toISOString(), latitude, longitude, ...more }
}
const labels = { stop: () => 'stop', start: 'start', end: 'end' }
const gapLabel = () => '110 km'

function segment(
  kind: SegmentKind,
  fromMinute: number,
  toMinute: number,
  [from, to] = [
    [40, -3],
    [40, -3],
  ],
): ShownSegment {
  const end = (minute: number, [latitude, longitude]: number[] = []) => ({
    dateTime: at(minute, 0, 0).dateTime,
    latitude,
    longitude,
  })
  const source = { start: end(fromMinute, from), end: end(toMinute, to) } as Segment
  const fromMs = beginMs + fromMinute * minuteMs
  const toMs = beginMs + toMinute * minuteMs
  const whole = { distanceM: 0, seconds: (toMs - fromMs) / 1_000 }
  return {
    id: `${kind} ${fromMinute}`,
    kind,
    state: 'ended',
    fromMs,
    toMs,
    ...whole,
    within: whole,
    source,
  }
}
const coordinatesOf = ({ geometry }: GeoJSON.Feature) => (geometry as GeoJSON.LineString).coordinates

test('locations of one speed class are one line, and the next begins where it ends', () => {
  const track = buildTrack(
    [50, 52, 48, 90, 91].map((kmh, i) => at(i, 40 + i / 100, -3, { speed: kmh / 3.6 })),
  )
  const { features } = lineFeatures(track, [segment('trip', 0, 4)], { gapLabel })
  expect(features.map(({ properties }) => properties?.kmh)).toEqual([50, 90])
  const [slow, fast] = features.map(coordinatesOf)
  expect(slow).toHaveLength(3)
  expect(fast?.[0]).toEqual(slow?.at(-1))
})

test('a gap is a straight line with its distance, also if the period has only one of its ends', () => {
  const track = buildTrack([at(60, 41, -3), at(61, 41.01, -3)])
  const gap = segment('gap', 0, 60, [
    [40, -3],
    [41, -3],
  ])
  const { features } = lineFeatures(track, [gap, segment('trip', 60, 61)], { gapLabel })
  expect(features.map(({ properties }) => properties?.kind)).toEqual(['gap', 'trip'])
  expect(features[0]?.properties?.label).toBe('110 km')
  expect(coordinatesOf(features[0]!)).toEqual([
    [-3, 40],
    [-3, 41],
  ])
})

test('a gap across the antimeridian is short', () => {
  const track = buildTrack([at(0, -17, 179.5), at(60, -17, -179.5)])
  const gap = segment('gap', 0, 60, [
    [-17, 179.5],
    [-17, -179.5],
  ])
  const [line] = lineFeatures(track, [gap], { gapLabel }).features
  expect(coordinatesOf(line!).map(([longitude]) => longitude)).toEqual([179.5, 180.5])
})

test('silence within a trip is dotted, and its line does not cross it', () => {
  const track = buildTrack([at(0, 40, -3), at(1, 40.01, -3), at(40, 40.2, -3), at(41, 40.21, -3)])
  const { features } = lineFeatures(track, [segment('trip', 0, 41)], { gapLabel })
  expect(features.map(({ properties }) => properties?.kind)).toEqual(['trip', 'gap', 'trip'])
  expect(features[1]?.properties?.label).toBeUndefined()
})

test('no line leads to a location that was left out', () => {
  const track = buildTrack([0, 1, 2, 3].map((i) => at(i, i === 2 ? 40.1 : 40 + i / 100, -3, { speed: 20 })))
  const leftOutMs = new Set([track.atMs[2]!])
  const { features } = lineFeatures(track, [segment('trip', 0, 3)], { gapLabel, leftOutMs })
  expect(features.flatMap(coordinatesOf).some(([, latitude]) => latitude === 40.1)).toBe(false)
  expect(features.flatMap(coordinatesOf).at(-1)).toEqual([-3, 40.03])
})

test('what no segment covers is drawn too, and what stands is not', () => {
  const track = buildTrack([0, 1, 2, 3, 4, 5].map((i) => at(i, 40 + i / 100, -3, { speed: 20 })))
  const { features } = lineFeatures(track, [segment('stop', 2, 3)], { gapLabel })
  expect(features.map((line) => coordinatesOf(line).map(([, latitude]) => latitude))).toEqual([
    [40, 40.01, 40.02],
    [40.03, 40.04, 40.05],
  ])
})

test('the lines of a trip carry its id, so that it can be selected', () => {
  const track = buildTrack([0, 1, 2].map((i) => at(i, 40 + i / 100, -3, { speed: 20 })))
  const { features } = lineFeatures(track, [segment('trip', 0, 1), segment('trip', 1, 2)], { gapLabel })
  expect(features.map(({ properties }) => [properties?.id, properties?.trip])).toEqual([
    ['trip 0', 0],
    ['trip 1', 1],
  ])
})

test('the bounds of a track across the antimeridian are narrow', () => {
  const track = buildTrack([at(0, -17, 179.5), at(1, -16, -179.5), at(2, -18, -179)])
  expect(boundsOf(track)).toEqual([
    [179.5, -18],
    [181, -16],
  ])
  expect(boundsOf(track, { first: 0, last: 1 })).toEqual([
    [179.5, -17],
    [180.5, -16],
  ])
})

test('numbers stops, names ends, puts an alert without coordinates where the device was, and marks what was left out', () => {
  const minutes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  const track = buildTrack(minutes.map((minute) => at(minute, minute < 3 ? 40 + minute / 100 : 40.03, -3)))
  const alert = { id: 'a', dateTime: at(4.5, 0, 0).dateTime, latitude: null, longitude: null } as Alert
  const stop = segment('stop', 3, 8, [
    [40.03, -3],
    [40.03, -3],
  ])
  const leftOut = [
    { dateTime: at(1.5, 0, 0).dateTime, latitude: 45, longitude: -3, accuracy: 5, reason: 'jump' as const },
    {
      dateTime: at(1.6, 0, 0).dateTime,
      latitude: null,
      longitude: null,
      accuracy: null,
      reason: 'coordinates' as const,
    },
  ]
  const segments = [segment('trip', 0, 3), stop, segment('trip', 8, 11)]
  const { features } = pointFeatures(track, segments, { alerts: [alert], leftOut, labels })
  expect(features.map(({ properties }) => properties?.label ?? properties?.kind)).toEqual([
    'start',
    'stop',
    'end',
    'alert',
    'leftOut',
  ])
  expect(features[1]?.properties?.number).toBe('1')
  expect(features[3]?.geometry).toEqual({ type: 'Point', coordinates: [-3, 40.03] })
  expect(features[4]?.geometry).toEqual({ type: 'Point', coordinates: [-3, 45] })
})

test('a click between two fixes is a moment between them', () => {
  const track = buildTrack([at(0, 40, -3), at(10, 40.1, -3)])
  const moment = nearestMoment(track, { latitude: 40.05, longitude: -3.0001 }, 0.01, beginMs)
  expect(moment).toBeCloseTo(beginMs + 5 * minuteMs, -3)
  expect(nearestMoment(track, { latitude: 40.05, longitude: -3.5 }, 0.01, beginMs)).toBeUndefined()
})

test('on a road driven twice, a click means the time nearest to the cursor', () => {
  const there = [0, 1, 2, 3, 4].map((i) => at(i * 5, 40 + i / 50, -3))
  const back = [0, 1, 2, 3, 4].map((i) => at(60 + i * 5, 40.08 - i / 50, -3.0002))
  const track = buildTrack([...there, ...back])
  const click = { latitude: 40.03, longitude: -3.0001 }
  const near = (cursorMinute: number) => {
    const moment = nearestMoment(track, click, 0.005, beginMs + cursorMinute * minuteMs)
    return (moment! - beginMs) / minuteMs
  }
  expect(near(0)).toBeCloseTo(7.5, 1)
  expect(near(80)).toBeCloseTo(72.5, 1)
})

test('a click is found from either side of the antimeridian', () => {
  const track = buildTrack([at(0, -17, 179.9), at(10, -17, -179.9)])
  const moment = nearestMoment(track, { latitude: -17, longitude: -179.95 }, 0.01, beginMs)
  expect(moment).toBeCloseTo(beginMs + 7.5 * minuteMs, -3)
})

test('a chart is empty where nothing is known, and exists only for sensors with values', () => {
  const track = buildTrack([
    at(0, 40, -3, { speed: 10, fuel: 80 }),
    at(1, 40.01, -3, { speed: 20 }),
    at(90, 41, -3, { speed: 10, fuel: 70 }),
  ])
  expect(chartsOf(track)).toEqual(['speed', 'fuel'])
  const [seconds, values] = chartData(track, 'speed')
  expect(values.map((value) => value && Math.round(value))).toEqual([36, 72, null, 36])
  expect(seconds[2]).toBeLessThan(seconds[3]!)
  expect(chartData(track, 'fuel')[1]).toEqual([80, null, 70])
})

test('unknown charts in the URL are ignored', () => {
  expect(readCharts('altitude,nonsense,speed')).toEqual(['speed', 'altitude'])
  expect(readCharts('')).toEqual([])
})
