import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { RowsWanted } from './select-rows.ts'
import { selectRows } from './select-rows.ts'
import type { PlainRow } from './testing/arbitrary-rows.ts'
import { arbitraryRows, toColumns, toPlain } from './testing/arbitrary-rows.ts'

const runs = { numRuns: isFullLane ? 20_000 : 1_000, seed: laneSeed }
const near = fc.integer({ min: 1_770_000_000_000, max: 1_770_000_100_000 })
/** Close together, so that keys meet. */
const close = arbitraryRows.map((rows) => {
  const dense = rows.map((row, index) => ({
    ...row,
    fixedAtMs: 1_770_000_000_000 + (index >> 1),
    fingerprint: index,
  }))
  return dense
})

function isWanted(row: PlainRow, { accountId, deviceNumber, fromMs, toMs, after, isDescending }: RowsWanted) {
  if (row.accountId !== accountId || row.deviceNumber !== deviceNumber) return false
  if (row.fixedAtMs < fromMs || row.fixedAtMs >= toMs) return false
  if (!after) return true
  const difference = row.fixedAtMs - after.fixedAtMs || row.fingerprint - after.fingerprint
  return isDescending ? difference < 0 : difference > 0
}

const wanted: fc.Arbitrary<RowsWanted> = fc.record({
  accountId: fc.integer({ min: 0, max: 3 }),
  deviceNumber: fc.integer({ min: 0, max: 4 }),
  fromMs: fc.oneof(
    near,
    fc.integer({ min: 1_770_000_000_000, max: 1_770_000_000_100 }),
    fc.constant(-Infinity),
  ),
  toMs: fc.oneof(near, fc.integer({ min: 1_770_000_000_000, max: 1_770_000_000_100 }), fc.constant(Infinity)),
  isDescending: fc.boolean(),
  after: fc.option(
    fc.record({
      fixedAtMs: fc.integer({ min: 1_770_000_000_000, max: 1_770_000_000_100 }),
      fingerprint: fc.integer({ min: -1, max: 200 }),
    }),
    { nil: undefined },
  ),
  limit: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(Infinity)),
})

test('selects what a filter selects', () => {
  fc.assert(
    fc.property(fc.oneof(close, arbitraryRows), wanted, (rows, selection) => {
      const all = rows.filter((row) => isWanted(row, selection))
      const { limit, isDescending } = selection
      const first = isDescending ? all.slice(Math.max(0, all.length - limit)) : all.slice(0, limit)
      expect(toPlain(selectRows(toColumns(rows), selection))).toEqual(first)
    }),
    runs,
  )
})
