import { expect, test } from 'vitest'
import type { StoredVisit } from './visit-changes.ts'
import { compareVisits } from './visit-changes.ts'

const stored = (given: Partial<StoredVisit> = {}): StoredVisit => ({
  area: 1,
  geofenceId: 'geo_1',
  enteredAtMs: 1_000,
  leftAtMs: 90_000,
  kind: 'stayed',
  cm: 500,
  idleSeconds: 0,
  decidedAtMs: 95_000,
  version: 3,
  ...given,
})
const open = { leftAtMs: null, decidedAtMs: null, cm: 0 }
const found = (given: object = {}) => {
  const { geofenceId: _id, version: _version, ...visit } = stored()
  return { ...visit, leftAtMs: 90_000, decidedAtMs: 95_000, ...given }
}
const view = (enteredAtMs: number, area = 1) => ({ area, enteredAtMs, cm: 70, idleSeconds: 5 })

test('nothing is written of a visit that is as it was', () => {
  expect(compareVisits([stored()], [found()], null)).toEqual({ removed: [], written: [] })
  expect(compareVisits([stored(open)], [], [view(1_000)])).toEqual({ removed: [], written: [] })
})

test('a new visit is written, without what changes while it is open', () => {
  expect(compareVisits([], [], [view(1_000)]).written).toMatchObject([
    { ...open, version: 1, before: undefined },
  ])
  expect(compareVisits([], [found()], []).written).toMatchObject([{ leftAtMs: 90_000, cm: 500, version: 1 }])
})

test('an open visit gets its end, and another version', () => {
  const { removed, written } = compareVisits([stored(open)], [found()], [])
  expect(removed).toEqual([])
  expect(written).toMatchObject([{ leftAtMs: 90_000, version: 4, before: { leftAtMs: null } }])
})

test('a visit that was decided by another location keeps its version', () => {
  const { written } = compareVisits([stored()], [found({ decidedAtMs: 94_000 })], null)
  expect(written).toMatchObject([{ decidedAtMs: 94_000, version: 3 }])
})

test('a visit that began at another time is the same if they overlap', () => {
  const { removed, written } = compareVisits([stored()], [found({ enteredAtMs: 4_000 })], null)
  expect(removed).toEqual([{ area: 1, enteredAtMs: 1_000 }])
  expect(written).toMatchObject([{ enteredAtMs: 4_000, version: 4, before: { enteredAtMs: 1_000 } }])
})

test('a visit that was none is removed, and one of another geofence is another', () => {
  const { removed, written } = compareVisits([stored()], [found({ area: 2 })], null)
  expect(removed).toEqual([{ area: 1, enteredAtMs: 1_000 }])
  expect(written).toMatchObject([{ area: 2, version: 1, before: undefined }])
})
