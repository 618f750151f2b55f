import { expect, test } from 'vitest'
import { splitIntoMessages } from './split-messages.ts'

const kilobytes = (...sizes: number[]) => sizes.map((size) => size * 1_024)
const split = (items: number[], maxItems?: number) => splitIntoMessages(items, (bytes) => bytes, maxItems)

test('fills messages up to 64 kB, in order', () => {
  expect(split(kilobytes(32, 32, 1, 63, 1))).toEqual([kilobytes(32, 32), kilobytes(1, 63), kilobytes(1)])
})

test('an item that is too long is a message of its own', () => {
  expect(split(kilobytes(1, 65, 1))).toEqual([kilobytes(1), kilobytes(65), kilobytes(1)])
})

test('has no more items per message than allowed', () => {
  expect(split([1, 1, 1, 1, 1], 2)).toEqual([[1, 1], [1, 1], [1]])
})

test('nothing is no message', () => {
  expect(split([])).toEqual([])
})
