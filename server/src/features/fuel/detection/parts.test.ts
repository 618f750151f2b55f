import { expect, test } from 'vitest'
import type { PartRow } from './parts.ts'
import { endOfPart } from './parts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const tankMl = 100_000

/** A row a minute. */
const rowsOf = (minutes: number, mlAt: (minute: number) => number | null): PartRow[] =>
  Array.from({ length: minutes }, (_, minute) => ({
    atMs: minute * minuteMs,
    ml: mlAt(minute),
    isEngineOn: null,
  }))
const endOf = (rows: PartRow[], isFull = false) => endOfPart(rows, 0, tankMl, isFull)

test('a stop of some hours is one part', () => {
  expect(endOf(rowsOf(6 * 60, () => 50_000))).toBeNull()
  expect(endOf([])).toBeNull()
})

test('a longer one ends after 6 hours, once it is known that the level rests', () => {
  expect(endOf(rowsOf(6 * 60 + 5, () => 50_000))).toBeNull()
  expect(endOf(rowsOf(6 * 60 + 6, () => 50_000))).toBe(6 * hourMs)
  expect(endOf(rowsOf(24 * 60, () => 50_000))).toBe(6 * hourMs)
})

test('not while the level changes', () => {
  const draining = (minute: number) => 50_000 - 500 * Math.min(60, Math.max(0, minute - 340))
  expect(endOf(rowsOf(24 * 60, draining))! / minuteMs).toBeGreaterThan(400)
})

test('after 12 hours in any case', () => {
  expect(endOf(rowsOf(24 * 60, (minute) => minute * 500))).toBe(12 * hourMs)
})

test('rows without a reading count too', () => {
  expect(endOf(rowsOf(24 * 60, () => null))).toBe(6 * hourMs)
})

test('many rows end a part earlier', () => {
  const rows = rowsOf(4_000, () => 50_000).map((row, index) => ({ ...row, atMs: index * 1_000 }))
  expect(endOf(rows)).toBe(2_000 * 1_000)
})

test('what was read in full goes on with the last instant', () => {
  const rows = rowsOf(100, () => 50_000)
  expect([endOf(rows), endOf(rows, true)]).toEqual([null, 99 * minuteMs])
  expect(endOf(rows.slice(0, 1), true)).toBe(1)
})
