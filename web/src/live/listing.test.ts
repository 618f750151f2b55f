import { expect, test } from 'vitest'
import { Columns } from './columns.ts'
import type { Wanted } from './listing.ts'
import { filtered, listed } from './listing.ts'

const noon = Date.UTC(2026, 10, 15, 12)

function fleet(): Columns {
  const columns = new Columns()
  const add = (
    name: string,
    latitude: number,
    longitude: number,
    speedKmh: number,
    groups: string[] = [],
  ) => {
    const index = columns.keep({ id: `dev_${name}`, name, isExpired: false, isOnline: true, groups })
    const point = {
      latitude,
      longitude,
      speedKmh,
      courseDeg: 0,
      fixedAtMs: noon,
      isMoving: null,
      hasIgnition: null,
    }
    columns.move(index, point, noon + latitude)
  }
  add('Truck 10', 40, -3, 60, ['grp_north'])
  add('truck 9', 40.001, -3.001, 0)
  add('Álamo', 38.7, -9.1, 70)
  columns.keep({
    id: 'dev_new',
    name: 'New',
    isExpired: false,
    isOnline: false,
    groups: [],
    licensePlate: 'É-12 AB',
  })
  return columns
}

const anything: Wanted = { search: '', status: undefined, group: undefined, order: 'name' }
const names = (columns: Columns, wanted: Partial<Wanted>) =>
  Array.from(listed(columns, { ...anything, ...wanted }), (index) => columns.names[index])

test('names are ordered naturally: 9 before 10', () => {
  expect(names(fleet(), {})).toEqual(['Álamo', 'New', 'truck 9', 'Truck 10'])
})

test('a renamed device moves to its new position', () => {
  const columns = fleet()
  names(columns, {})
  columns.keep({ id: 'dev_new', name: 'Zebra', isExpired: false, isOnline: false, groups: [] })
  expect(names(columns, {}).at(-1)).toBe('Zebra')
})

test.each([
  [{ search: 'TRUCK 1' }, ['Truck 10']],
  [{ search: 'alamo' }, ['Álamo']],
  [{ search: 'dev_new' }, ['New']],
  [{ search: 'ev_n' }, []],
  [{ search: 'e-12 ab' }, ['New']],
  [{ search: 'E12ab' }, ['New']],
  [{ status: 'stopped' as const }, ['truck 9']],
  [{ group: 'grp_north' }, ['Truck 10']],
  [{ order: 'status' as const }, ['Álamo', 'Truck 10', 'truck 9', 'New']],
  [{ order: 'age' as const }, ['truck 9', 'Truck 10', 'Álamo', 'New']],
])('%o lists %o', (wanted, expected) => {
  expect(names(fleet(), wanted)).toEqual(expected)
})

test('every device is counted under one status', () => {
  expect(filtered(fleet(), anything).counts).toMatchObject({
    all: 4,
    moving: 2,
    stopped: 1,
    never: 1,
    offline: 0,
  })
})

test('counts follow search and group, but not the status: they say what another chip would show', () => {
  const { counts, indexes } = filtered(fleet(), { ...anything, search: 'truck', status: 'moving' })
  expect(counts).toMatchObject({ all: 2, moving: 1, stopped: 1, never: 0 })
  expect(indexes).toHaveLength(1)
})
