import { expect, test } from 'vitest'
import { isKey, requirePrefix, requireRange } from './object-keys.ts'

test.each(['a', 'account=1/week=2026-W07/part-0001.parquet', '_x/A.b', '-', 'a..b', 'a'.repeat(200)])(
  'accepts the key %j',
  (key) => {
    expect(isKey(key)).toBe(true)
  },
)

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  '.unfinished/a',
  'a/.b',
  'a\\b',
  'a b',
  'a+b',
  'a%2e',
  'ä',
  'a\n',
  'a\0',
  'a'.repeat(201),
  Array(402).fill('a').join('/'),
])('refuses the key %j', (key) => {
  expect(isKey(key)).toBe(false)
})

test('a prefix is a folder or nothing', () => {
  for (const prefix of ['', 'a/', 'a=1/b/']) requirePrefix(prefix)
  for (const prefix of ['a', 'account=1', '/', '../', 'a//', '/a/']) {
    expect(() => requirePrefix(prefix)).toThrow('is not a folder')
  }
})

test('a range has bytes', () => {
  requireRange(0, 1)
  for (const [offset, length] of [
    [0, 0],
    [-1, 2],
    [0, -1],
    [0.5, 1],
    [0, 1.5],
    [0, Number.POSITIVE_INFINITY],
    [2 ** 53, 1],
  ] as const) {
    expect(() => requireRange(offset, length)).toThrow(RangeError)
  }
})
