import { expect, test } from 'vitest'
import { checkAlerts } from './alert-checker.ts'
import type { Seen } from './alert-reference.ts'
import { expectedAlerts } from './alert-reference.ts'

const alert = (ms: number, name = 'sos') => ({ name, subject: '', ms })

test('finds missing and duplicate alerts, and accepts matching ones', () => {
  const expected = new Map([['boat', [alert(0), alert(600_000), alert(5_000, 'speed.above')]]])
  expect(checkAlerts(expected, expected)).toMatchObject({ missing: [], extra: [], expected: 3, raised: 3 })
  const raised = new Map([['boat', [alert(0), alert(400), alert(5_000, 'speed.above')]]])
  const { missing, extra } = checkAlerts(expected, raised)
  expect(missing).toEqual(['boat sos  1970-01-01T00:10:00.000Z'])
  expect(extra).toEqual(['boat sos  1970-01-01T00:00:00.400Z'])
})

test('the reference matches a plain reading of the track', () => {
  const circle = { number: 7, latitude: 0, longitude: 0.01, radiusM: 300 }
  const at = (second: number, longitude: number, speedKmh: number | null = 50, sos = false): Seen => {
    return { ms: second * 1_000, latitude: 0, longitude, speedKmh, sos }
  }
  const track = [
    ...[
      at(0, 0),
      at(10, 0.01, 70, true),
      at(20, 0.0126),
      at(30, 0.02, 61),
      at(35, 0.02, null),
      at(37, 0.02, 62),
    ],
    at(40, 0.01, 40, true),
  ]
  const found = expectedAlerts(track, [circle])
  expect(found.map(({ name, ms }) => `${name} ${Math.round(ms / 1_000)}`)).toEqual([
    'sos 10',
    'speed.above 10',
    'speed.above 30',
    'geofence.entered 7',
    'geofence.entered 39',
  ])
})
