import { expect, test } from 'vitest'
import type { Books } from './ledger-checker.ts'
import { checkLedger } from './ledger-checker.ts'

/** Three trackers with a thousand locations each, all in order; a test may corrupt them. */
function books(spoil: (rows: Map<string, number[]>, newest: Map<string, number>) => void = () => {}): Books {
  const identifiers = ['356307040000001', '356307040000002', '356307040000003']
  const times = Array.from({ length: 1_000 }, (_, index) => 1_767_225_600_000 + index * 1_000)
  const stored = new Map(identifiers.map((identifier) => [identifier, [...times]]))
  const newest = new Map(identifiers.map((identifier) => [identifier, times.at(-1)!]))
  spoil(stored, newest)
  const acknowledged = new Map(identifiers.map((identifier) => [identifier, new Set(times)]))
  return { acknowledged, stored, newest }
}

test('consistent data has no findings', () => {
  expect(checkLedger(books())).toEqual({
    acknowledged: 3_000,
    stored: 3_000,
    lost: [],
    duplicated: [],
    unacknowledged: [],
    stale: [],
  })
})

test('finds a planted loss', () => {
  const findings = checkLedger(
    books((stored) => {
      stored.get('356307040000002')!.splice(500, 1)
    }),
  )
  expect(findings.lost).toEqual([{ identifier: '356307040000002', fixedAtMs: 1_767_226_100_000 }])
  expect(findings).toMatchObject({ duplicated: [], stale: [] })
})

test('finds a planted duplicate', () => {
  const findings = checkLedger(
    books((stored) => {
      stored.get('356307040000003')!.push(1_767_225_600_000)
    }),
  )
  expect(findings.duplicated).toEqual([{ identifier: '356307040000003', fixedAtMs: 1_767_225_600_000 }])
  expect(findings).toMatchObject({ lost: [], stale: [] })
})

test('finds a planted stale last location', () => {
  const findings = checkLedger(
    books((_, newest) => {
      newest.set('356307040000001', 1_767_226_598_000)
    }),
  )
  expect(findings.stale).toEqual([
    { identifier: '356307040000001', newestMs: 1_767_226_598_000, latestMs: 1_767_226_599_000 },
  ])
})

test('finds a last location that is missing, or newer than everything stored', () => {
  expect(
    checkLedger(
      books((_, newest) => {
        newest.delete('356307040000001')
      }),
    ).stale,
  ).toHaveLength(1)
  const ahead = checkLedger(
    books((_, newest) => {
      newest.set('356307040000001', 1_767_226_600_000)
    }),
  )
  expect(ahead.stale).toHaveLength(1)
})

test('finds a tracker without rows, and a row without a tracker', () => {
  const gone = checkLedger(
    books((stored) => {
      stored.delete('356307040000001')
    }),
  )
  expect(gone.lost).toHaveLength(1_000)
  const strange = checkLedger(
    books((stored) => {
      stored.set('999', [5])
    }),
  )
  expect(strange.unacknowledged).toEqual([{ identifier: '999', fixedAtMs: 5 }])
})
