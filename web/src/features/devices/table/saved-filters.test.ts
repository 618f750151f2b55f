import { expect, test } from 'vitest'
import { parseFilters, withFilter, withoutFilter } from './saved-filters.ts'

const north = { name: 'North', search: { group: 'grp_1' } }
const expired = { name: 'Expired', search: { state: 'expired' as const, sort: '-name' as const } }

test('filters are ordered by name, and replaced by one of the same name', () => {
  const both = withFilter(withFilter([], north), expired)
  expect(both).toEqual([expired, north])
  const changed = { name: 'North', search: { q: 'van' } }
  expect(withFilter(both, changed)).toEqual([expired, changed])
  expect(withoutFilter(both, 'North')).toEqual([expired])
})

test('what the storage contains is checked', () => {
  expect(parseFilters(JSON.parse(JSON.stringify([north, expired])))).toEqual([north, expired])
  expect(parseFilters([{ name: 5 }, null, { name: 'A', search: { state: 'odd', q: 7, sort: 'x' } }])).toEqual(
    [{ name: 'A', search: {} }],
  )
  expect(parseFilters('nonsense')).toEqual([])
})
