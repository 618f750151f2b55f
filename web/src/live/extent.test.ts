import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import { extentOf } from './extent.ts'

function fleet(...positions: [latitude: number, longitude: number][]): Columns {
  const columns = new Columns()
  positions.forEach(([latitude, longitude], number) => {
    const id = `dev_${number}`
    const index = columns.keep({ id, name: id, isExpired: false, isOnline: true, groups: [] })
    const rest = { speedKmh: 0, courseDeg: 0, fixedAtMs: 1, isMoving: null, hasIgnition: null }
    columns.move(index, { latitude, longitude, ...rest }, 1)
  })
  return columns
}

test('a few far devices are in the whole, but not in the dense part', () => {
  const spain = Array.from({ length: 30 }, (_, i): [number, number] => [38 + i / 10, -5 + i / 10])
  const { all, dense } = extentOf(fleet(...spain, [-33, -70], [35, 139]), undefined)
  expect(all).toMatchObject({ west: -70, east: 139, south: -33 })
  expect(dense).toEqual({ west: -5, south: 38, east: -5 + 29 / 10, north: 38 + 29 / 10 })
})

test('two large regions are both dense', () => {
  const { dense } = extentOf(fleet([40, -3], [40, -3], [-33, -70], [-33, -70]), undefined)
  expect(dense).toEqual({ west: -70, south: -33, east: -3, north: 40 })
})

test('a fleet scattered over the earth has no dense part: all of it is shown', () => {
  const columns = fleet([40, -3], [-33, -70], [35, 139], [0, 20], [60, 60], [10, 100], [-20, 50])
  const { all, dense } = extentOf(columns, undefined)
  expect(dense).toEqual(all)
})

test('bounds cross the antimeridian by the shorter way', () => {
  expect(extentOf(fleet([-17, 179.5], [-18, -179.5]), undefined).all).toEqual({
    west: 179.5,
    south: -18,
    east: 180.5,
    north: -17,
  })
})

test('only the given devices count; without coordinates there is nothing', () => {
  const columns = fleet([40, -3], [35, 139])
  columns.keep({ id: 'dev_new', name: 'New', isExpired: false, isOnline: true, groups: [] })
  expect(extentOf(columns, Uint32Array.of(1, 2)).all).toEqual({ west: 139, south: 35, east: 139, north: 35 })
  expect(extentOf(columns, Uint32Array.of(2))).toEqual({ all: undefined, dense: undefined })
})
