import { expect, test } from 'vitest'
import { directionOf, nextOrder, parseColumns } from './columns.ts'

test('a click orders by the column, the next one reverses it', () => {
  expect(nextOrder('name', '-lastSeenAt')).toBe('name')
  expect(nextOrder('name', 'name')).toBe('-name')
  expect(nextOrder('name', '-name')).toBe('name')
})

test('times start with the newest', () => {
  expect(nextOrder('lastSeen', 'name')).toBe('-lastSeenAt')
  expect(nextOrder('lastSeen', '-lastSeenAt')).toBe('lastSeenAt')
})

test('only the column of the order has a direction', () => {
  expect(directionOf('name', 'name')).toBe('ascending')
  expect(directionOf('lastSeen', '-lastSeenAt')).toBe('descending')
  expect(directionOf('name', '-lastSeenAt')).toBeUndefined()
  expect(directionOf('groups', 'name')).toBeUndefined()
})

test('stored columns are in their order, with the name, without unknown ones', () => {
  expect(parseColumns(['expires', 'nonsense', 'state'])).toEqual(['name', 'state', 'expires'])
  expect(parseColumns(null)).toContain('groups')
  expect(parseColumns({ a: 1 })).toContain('groups')
})
