import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import { marksInView } from './marks.ts'

const spain = { west: -10, south: 36, east: 3, north: 44 }
const everything = () => true

function fleet(
  ...positions: [name: string, latitude: number, longitude: number, speedKmh?: number][]
): Columns {
  const columns = new Columns()
  for (const [name, latitude, longitude, speedKmh = 0] of positions) {
    const index = columns.keep({ id: `dev_${name}`, name, isExpired: false, isOnline: true, groups: [] })
    const rest = { speedKmh, courseDeg: 0, fixedAtMs: 1, isMoving: null, hasIgnition: null }
    columns.move(index, { latitude, longitude, ...rest }, 1)
  }
  return columns
}

test('nearby devices are one cluster with its states and bounds', () => {
  const columns = fleet(['a', 40, -3, 60], ['b', 40.001, -3.001], ['far', 38.7, -9.1, 70])
  const marks = marksInView(columns, { ...spain, zoom: 5 }, everything)
  expect(marks).toHaveLength(2)
  const bounds = { west: -3.001, south: 40, east: -3, north: 40.001 }
  const parts = { moving: 1, idling: 0, stopped: 1, offline: 0 }
  expect(marks).toContainEqual(expect.objectContaining({ count: 2, parts, bounds }))
  expect(marks).toContainEqual(expect.objectContaining({ id: 'dev_far', status: 'moving', latitude: 38.7 }))
  const gathered = marks.find(({ count }) => count === 2)!
  expect(gathered.latitude).toBeCloseTo(40.0005, 5)
  expect(gathered.longitude).toBeCloseTo(-3.0005, 5)
})

test('at a high zoom each device has its own marker', () => {
  const columns = fleet(['a', 40, -3], ['b', 40, -3])
  const near = { west: -3.1, south: 39.9, east: -2.9, north: 40.1, zoom: 12 }
  expect(marksInView(columns, near, everything).map(({ id }) => id)).toEqual(['dev_a', 'dev_b'])
})

test('a silent device is in the offline part of the ring', () => {
  const columns = fleet(['a', 40, -3], ['b', 40, -3])
  columns.setOnline(0, false)
  const [cluster] = marksInView(columns, { ...spain, zoom: 5 }, everything)
  expect(cluster?.parts).toEqual({ moving: 0, idling: 0, stopped: 1, offline: 1 })
})

test('more devices than a frame can draw are clustered, except at the closest zooms', () => {
  const columns = fleet(
    ...Array.from({ length: 1_000 }, (_, number): [string, number, number] => [`${number}`, 40, -3]),
  )
  const near = { west: -3.1, south: 39.9, east: -2.9, north: 40.1 }
  expect(marksInView(columns, { ...near, zoom: 13 }, everything)).toHaveLength(1)
  expect(marksInView(columns, { ...near, zoom: 16 }, everything)).toHaveLength(1_000)
})

test('no two markers cover each other, wherever the cells are cut', () => {
  const columns = fleet(
    ...Array.from({ length: 2_000 }, (_, number): [string, number, number] => [
      `${number}`,
      36 + ((number * 7_919) % 8_000) / 1_000,
      -10 + ((number * 104_729) % 13_000) / 1_000,
    ]),
  )
  const zoom = 6
  const marks = marksInView(columns, { ...spain, zoom }, everything)
  expect(marks.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(2_000)
  const many = marks.filter(({ count }) => count !== undefined)
  const toPx = (degrees: number) => (degrees / 360) * 512 * 2 ** zoom
  for (const one of many) {
    for (const other of many) {
      if (one === other) continue
      const apart = Math.hypot(
        toPx(one.longitude - other.longitude),
        toPx(one.latitude - other.latitude) / Math.cos((40 * Math.PI) / 180),
      )
      expect(apart).toBeGreaterThan(20)
    }
  }
})

test('a view across the 180th meridian contains both sides', () => {
  const columns = fleet(['west', -17, 179.5], ['east', -17, -179.5], ['elsewhere', -17, 0])
  const fiji = { west: 175, south: -20, east: 185, north: -15, zoom: 12 }
  expect(marksInView(columns, fiji, everything).map(({ id }) => id)).toEqual(['dev_west', 'dev_east'])
  const [one] = marksInView(columns, { ...fiji, zoom: 3 }, everything)
  expect(one).toMatchObject({ count: 2, bounds: { west: 179.5, east: 180.5 } })
})

test('a view around the whole world contains each device once', () => {
  const columns = fleet(['a', 0, -170], ['b', 0, 0], ['c', 0, 170])
  const marks = marksInView(columns, { west: -250, south: -80, east: 250, north: 80, zoom: 12 }, everything)
  expect(marks).toHaveLength(3)
})

test('filtered devices and devices without coordinates are not on the map', () => {
  const columns = fleet(['moving', 40, -3, 60], ['standing', 40, -3])
  columns.keep({ id: 'dev_new', name: 'New', isExpired: false, isOnline: true, groups: [] })
  const standing = (index: number) => columns.statusOf(index) === 'stopped'
  expect(marksInView(columns, { ...spain, zoom: 5 }, standing).map(({ id }) => id)).toEqual(['dev_standing'])
})
