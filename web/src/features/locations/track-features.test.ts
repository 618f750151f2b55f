import type { Alert, Location } from '@rastro/client'
import { expect, test } from 'vitest'
import { chartData, chartsOf, readCharts } from './chart-data.ts'
import { nearestMoment } from './nearest-moment.ts'
import { findSegments } from './segments.ts'
import { buildTrack } from './track.ts'
import { boundsOf, driveFeatures, pointFeatures } from './track-features.ts'

const beginMs = Date.parse('2026-11-15T07:00:00Z')
const minuteMs = 60_000

function at(minute: number, latitude: number, longitude: number, more: Partial<Location> = {}): Location {
  return { dateTime: new Date(beginMs + minute * minuteMs).toISOString(), latitude, longitude, ...more }
}
const labels = { stop: () => 'stop', start: 'start', end: 'end' }

test('locations of one speed class are one line, and the next begins where it ends', () => {
  const track = buildTrack(
    [50, 52, 48, 90, 91].map((kmh, i) => at(i, 40 + i / 100, -3, { speed: kmh / 3.6 })),
  )
  const { features } = driveFeatures(track, findSegments(track))
  expect(features.map(({ properties }) => properties?.kmh)).toEqual([50, 90])
  const [slow, fast] = features.map(({ geometry }) => (geometry as GeoJSON.LineString).coordinates)
  expect(slow).toHaveLength(3)
  expect(fast?.[0]).toEqual(slow?.at(-1))
})

test('a gap is drawn as a gap, not as a drive', () => {
  const track = buildTrack([at(0, 40, -3), at(1, 40.01, -3), at(60, 41, -3), at(61, 41.01, -3)])
  const { features } = driveFeatures(track, findSegments(track))
  expect(features.map(({ properties }) => properties?.kind)).toEqual(['driving', 'noData', 'driving'])
})

test('the bounds of a track across the antimeridian are narrow', () => {
  const track = buildTrack([at(0, -17, 179.5), at(1, -16, -179.5), at(2, -18, -179)])
  expect(boundsOf(track)).toEqual([
    [179.5, -18],
    [181, -16],
  ])
})

test('numbers stops, names ends, and puts an alert without coordinates where the device was', () => {
  const drive = (from: number) => [0, 1, 2].map((i) => at(from + i, 40 + (from + i) / 100, -3, { speed: 20 }))
  const stop = [3, 4, 5, 6, 7, 8].map((minute) => at(minute, 40.03, -3, { speed: 0 }))
  const track = buildTrack([...drive(0), ...stop, ...drive(9)])
  const alert = { id: 'a', dateTime: at(4.5, 0, 0).dateTime, latitude: null, longitude: null } as Alert
  const { features } = pointFeatures(track, findSegments(track), [alert], labels)
  expect(features.map(({ properties }) => properties?.label ?? properties?.kind)).toEqual([
    'start',
    'stop',
    'end',
    'alert',
  ])
  expect(features[1]?.properties?.number).toBe('1')
  expect(features[3]?.geometry).toEqual({ type: 'Point', coordinates: [-3, 40.03] })
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
