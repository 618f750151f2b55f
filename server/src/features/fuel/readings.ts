// Readings of a sensor as levels. Trackers and callers of the API write what they like into a location.

import type { Calibration } from './detection/calibration.ts'
import { toMl } from './detection/calibration.ts'
import type { PartRow } from './detection/parts.ts'
import type { FuelMeasure } from './fuel-sensor.types.ts'
import type { ReadingRow } from './reading.queries.ts'

/** Without a table: percents of the tank, or litres. */
export function calibrationOf({ calibration, source, tankMl }: FuelMeasure): Calibration {
  const tankLitres = tankMl / 1_000
  if (calibration) return calibration
  return source === 'attribute'
    ? [
        [0, 0],
        [tankLitres, tankLitres],
      ]
    : [
        [0, 0],
        [100, tankLitres],
      ]
}

const wholeNumber = /^-?\d{1,15}(\.\d{1,15})?$/

/** Some trackers send numbers as text. */
export function rawOf(value: unknown): number | null {
  const raw = typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : null
}

/** One for each instant: the first row that has a value, and what any of them reports of the engine. */
export function toPartRows(rows: ReadingRow[], measure: FuelMeasure): PartRow[] {
  const calibration = calibrationOf(measure)
  const found: PartRow[] = []
  for (const [atMs, value, ignition] of rows) {
    const raw = rawOf(value)
    const ml = raw === null ? null : toMl(raw, calibration)
    const isEngineOn = typeof ignition === 'boolean' ? ignition : null
    const last = found.at(-1)
    if (last?.atMs !== atMs) {
      found.push({ atMs, ml, isEngineOn })
      continue
    }
    last.ml ??= ml
    last.isEngineOn ??= isEngineOn
  }
  return found
}
