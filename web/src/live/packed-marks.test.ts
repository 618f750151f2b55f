import { expect, test } from 'vitest'
import type { Mark } from './fleet.types.ts'
import { areSame, pack, unpack } from './packed-marks.ts'

const device: Mark = {
  longitude: -3,
  latitude: 40,
  id: 'dev_1',
  name: 'Truck 1',
  status: 'moving',
  courseDeg: 90,
  speedKmh: 80,
  lastSeenMs: 1_000,
}
const silent: Mark = { longitude: 1, latitude: 2, id: 'dev_2', name: 'New', status: 'offline' }
const cluster: Mark = {
  longitude: 5,
  latitude: 6,
  count: 3,
  parts: { moving: 1, idling: 0, stopped: 0, offline: 2 },
  bounds: { west: 4, south: 5, east: 6, north: 7 },
}

test('markers survive packing', () => {
  expect(unpack(pack([device, cluster, silent]))).toEqual([device, cluster, silent])
})

test('markers are the same until something that is drawn changes', () => {
  const before = pack([device, cluster])
  expect(areSame(before, pack([{ ...device, lastSeenMs: 2_000 }, cluster]))).toBe(true)
  expect(areSame(before, pack([{ ...device, lastSeenMs: 90_000 }, cluster]))).toBe(false)
  expect(areSame(before, pack([{ ...device, latitude: 40.1 }, cluster]))).toBe(false)
  expect(areSame(before, pack([{ ...device, name: 'Truck 2' }, cluster]))).toBe(false)
  expect(areSame(before, pack([device]))).toBe(false)
})
