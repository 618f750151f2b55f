import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneSeed } from '../../../../../scripts/lane.ts'
import { joinRows, partOf } from './archived-rows.ts'
import type { ArchivedRows, NullableInts } from './archived-rows.types.ts'
import type { MergeCounts } from './merge-rows.ts'
import { mergeRows } from './merge-rows.ts'

interface Row {
  account: number
  device: number
  ms: number
  fingerprint: number
}

const keyOf = ({ account, device, ms, fingerprint }: Row) => [account, device, ms, fingerprint].join()
const inOrder = (a: Row, b: Row) =>
  a.account - b.account || a.device - b.device || a.ms - b.ms || a.fingerprint - b.fingerprint

/** `receivedAtMs` is where a row comes from. */
function toRows(rows: Row[], receivedAtMs: number): ArchivedRows {
  const none = (): NullableInts => ({ values: new Int32Array(rows.length), isNull: undefined })
  return {
    count: rows.length,
    accountId: Int32Array.from(rows, ({ account }) => account),
    deviceNumber: Int32Array.from(rows, ({ device }) => device),
    fixedAtMs: Float64Array.from(rows, ({ ms }) => ms),
    receivedAtMs: new Float64Array(rows.length).fill(receivedAtMs),
    fingerprint: Int32Array.from(rows, ({ fingerprint }) => fingerprint),
    ...{ latitudeE7: none(), longitudeE7: none(), altitudeM: none(), speedTenthKmh: none() },
    ...{ courseTenthDeg: none(), accuracyM: none(), satellites: none() },
    more: {
      bytes: new Uint8Array(0),
      starts: new Int32Array(rows.length),
      lengths: new Int32Array(rows.length).fill(-1),
    },
  }
}

async function* inPieces(rows: ArchivedRows, length: number): AsyncGenerator<ArchivedRows> {
  for (let at = 0; at < rows.count; at += length) yield partOf(rows, at, Math.min(rows.count, at + length))
}

const small = fc.integer({ min: 1, max: 3 })
const arbitraryRows = fc
  .uniqueArray(fc.record({ account: small, device: small, ms: small, fingerprint: small }), {
    selector: keyOf,
  })
  .map((rows) => rows.sort(inOrder))

test('merged rows are in order, each once, the late one where both have it', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitraryRows, small, small, async (archived, late, one, other) => {
      const counts: MergeCounts = { archived: 0, late: 0, replaced: 0 }
      const pieces: ArchivedRows[] = []
      for await (const piece of mergeRows(
        inPieces(toRows(archived, 1), one),
        inPieces(toRows(late, 2), other),
        counts,
      ))
        pieces.push(piece)
      const merged = joinRows(pieces)
      const wanted = new Map([...archived, ...late].sort(inOrder).map((row) => [keyOf(row), 1]))
      for (const row of late) wanted.set(keyOf(row), 2)
      const found = Array.from({ length: merged.count }, (_, at) => [
        [merged.accountId[at], merged.deviceNumber[at], merged.fixedAtMs[at], merged.fingerprint[at]].join(),
        merged.receivedAtMs[at],
      ])
      expect(found).toEqual([...wanted])
      expect(counts).toEqual({
        archived: archived.length,
        late: late.length,
        replaced: archived.length + late.length - wanted.size,
      })
    }),
    { seed: laneSeed, numRuns: 500 },
  )
})
