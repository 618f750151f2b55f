import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { toArrayElements } from './binary-arrays.ts'
import { fromCopiedRows } from './copied-rows.ts'
import { arbitraryRows, makeDevice, toColumns, toPlain } from './testing/arbitrary-rows.ts'
import { fromElements, toCopied } from './testing/binary-rows.ts'

const runs = { numRuns: isFullLane ? 5_000 : 300, seed: laneSeed }

test('any rows become elements of arrays', () => {
  fc.assert(
    fc.property(arbitraryRows, (rows) => {
      expect(fromElements(toArrayElements(toColumns(rows)))).toEqual(rows)
    }),
    runs,
  )
})

test('any rows are read as they were copied', () => {
  fc.assert(
    fc.property(arbitraryRows, (rows) => {
      expect(toPlain(fromCopiedRows(toCopied(toColumns(rows))))).toEqual(rows)
    }),
    runs,
  )
})

test('refuses rows that are cut off, or that are others', () => {
  const copied = toCopied(toColumns(makeDevice(7, 3)))
  for (let length = 0; length < copied.length; length += 1)
    expect(() => fromCopiedRows(Buffer.from(copied.subarray(0, length)))).toThrow()
  expect(() => fromCopiedRows(Buffer.concat([copied, Buffer.alloc(1)]))).toThrow('other rows')
  for (const [at, byte] of [
    [0, 0x51],
    [20, 12],
    [24, 8],
    [64, 9],
  ] as const) {
    const wrong = Buffer.from(copied)
    wrong[at] = byte
    expect(() => fromCopiedRows(wrong), `byte ${at}`).toThrow()
  }
})
