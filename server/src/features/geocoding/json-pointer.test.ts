import { expect, test } from 'vitest'
import { firstOf, valueAt } from './json-pointer.ts'

const json = { a: { 'b/c': [{ 'd~e': 7 }] }, empty: '', none: null }

test.each<[string, unknown]>([
  ['', json],
  ['/a/b~1c/0/d~0e', 7],
  ['/empty', ''],
  ['/a/b~1c/1', undefined],
  ['/a/missing/further', undefined],
  ['/none/further', undefined],
  // Only what the provider sent: nothing that every object or list has.
  ['/constructor/name', undefined],
  ['/__proto__', undefined],
  ['/a/b~1c/map', undefined],
  ['/empty/length', undefined],
])('%o', (pointer, value) => {
  expect(valueAt(json, pointer)).toEqual(value)
})

test('the first value that is not empty counts', () => {
  expect(firstOf(json, ['/missing', '/none', '/empty', '/a/b~1c/0/d~0e', '/a'])).toBe(7)
  expect(firstOf(json, [])).toBe(undefined)
})
