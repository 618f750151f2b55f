// Removes what single readings are wrong by: fuel that sloshes, a sensor that returns nothing for a moment.

import type { FuelReading, FuelStop } from './fuel.types.ts'

/** Fuel sloshes for so long after the vehicle has stopped. */
const settlingMs = 60_000
const eachSide = 2
/** Of the tank: a first reading that differs more from all others around it is wrong. */
const spikeShare = 0.1

/**
 * Readings of a stop without its first minute, each replaced by the median of five. The windows are symmetric, because
 * others move the beginning of a fill. `beforeMl` is the level of the stop before, if there is one.
 */
export function smoothReadings(
  { beganAtMs, isContinued, readings }: FuelStop,
  beforeMl: number | null,
  tankMl: number,
): FuelReading[] {
  const settled = readings.filter(({ atMs }) => isContinued || atMs >= beganAtMs + settlingMs)
  const levels = settled.map(({ ml }) => ml)
  const unsettled = readings.at(-settled.length - 1)?.ml
  const others = [levels[1], beforeMl, unsettled].filter((ml) => ml !== undefined && ml !== null)
  const isNear = (ml: number) => Math.abs(ml - levels[0]!) <= spikeShare * tankMl
  if (levels.length > 1 && others.length > 1 && !others.some(isNear)) {
    levels.shift()
    settled.shift()
  }
  return settled.map((reading, index) => ({ ...reading, ml: smoothAt(levels, index) }))
}

function smoothAt(levels: number[], index: number): number {
  const last = levels.length - 1
  if (index === last && last > 0) return medianOf(levels.slice(-3))
  const side = Math.min(eachSide, index, last - index)
  return medianOf(levels.slice(index - side, index + side + 1))
}

/** The lower of the two in the middle of an even number: always a value that was measured. */
export function medianOf(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[(sorted.length - 1) >> 1]!
}
