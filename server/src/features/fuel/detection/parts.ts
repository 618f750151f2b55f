// Divides long stops into parts, so that a reading more of a vehicle that stands for months costs as much as of any other.
// A part ends where the level rests, by rules that see no more than the rows of the part and some minutes after them.

import { medianOf } from './smoothing.ts'

/** A location of a stop. */
export interface PartRow {
  atMs: number
  /** Null: it has no reading. */
  ml: number | null
  isEngineOn: boolean | null
}

/** A part is read with so many rows at most. Usually fewer are enough. */
export const maxPartRows = 4_000
export const firstPartRows = 1_000
const usualRows = 2_000
const hourMs = 3_600_000
const usualMs = 6 * hourMs
const maxMs = 12 * hourMs
/** The level rests if it is the same for so long before and after. */
export const restMs = 5 * 60_000
/** Of the tank: the step of a sensor that reports whole percents. */
const restShare = 0.01

/**
 * The instant that the next part begins with; null if all rows are of this one. They are of different instants. `isFull`:
 * there may be more of the stop, also of the last instant.
 */
export function endOfPart(
  rows: PartRow[],
  beganAtMs: number,
  tankMl: number,
  isFull: boolean,
): number | null {
  const lastAtMs = rows.at(-1)?.atMs ?? beganAtMs
  for (let index = 1; index < rows.length; index += 1) {
    const { atMs } = rows[index]!
    // Whatever follows later, the decision is the same.
    if (lastAtMs < atMs + restMs) break
    const spanMs = atMs - beganAtMs
    const isUsual = index >= usualRows || spanMs >= usualMs
    if (spanMs >= maxMs || (isUsual && rests(rows, index, tankMl))) return atMs
  }
  if (!isFull) return null
  return rows.length > 1 ? lastAtMs : lastAtMs + 1
}

function rests(rows: PartRow[], index: number, tankMl: number): boolean {
  const { atMs } = rows[index]!
  const before: number[] = []
  const after: number[] = []
  for (let at = index - 1; at >= 0 && rows[at]!.atMs >= atMs - restMs; at -= 1) {
    if (rows[at]!.ml !== null) before.push(rows[at]!.ml!)
  }
  for (let at = index; at < rows.length && rows[at]!.atMs <= atMs + restMs; at += 1) {
    if (rows[at]!.ml !== null) after.push(rows[at]!.ml!)
  }
  if (before.length === 0 || after.length === 0) return true
  return Math.abs(medianOf(after) - medianOf(before)) <= restShare * tankMl
}
