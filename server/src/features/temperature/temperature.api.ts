// Temperatures of devices in a period, for reports: computed from the stored locations whenever they are read, so that
// late locations need nothing more.

import type { AccountDb } from '../../platform/db/db.ts'
import type { WindowSums } from './probe-sums.ts'
import { createProbeSums, maxHoldMs } from './probe-sums.ts'
import type { TemperatureBucket } from './temperature.queries.ts'
import { listBuckets, readTemperatureRows } from './temperature.queries.ts'
import type { MeasuredWindow, TemperatureRange } from './temperature.types.ts'

export type { WindowSums } from './probe-sums.ts'

/** Some milliseconds of the database. */
const rowsPerPart = 20_000

export interface TemperatureRequest {
  deviceNumber: number
  /** In the order of time, without overlap. */
  windows: readonly MeasuredWindow[]
  range: TemperatureRange
}

/** Yields how many locations were read, and at last returns the sums. */
export async function* sumTemperatures(
  db: AccountDb,
  { deviceNumber, windows, range }: TemperatureRequest,
  limit = rowsPerPart,
): AsyncGenerator<number, WindowSums[]> {
  const sums = createProbeSums(windows, range)
  // The last reading of a window counts until the next one, which is behind it.
  const whole = { fromMs: windows[0]!.fromMs, toMs: windows.at(-1)!.toMs + maxHoldMs }
  let after: Awaited<ReturnType<typeof readTemperatureRows>>['end']
  for (;;) {
    const part = await readTemperatureRows(db, deviceNumber, whole, { after, limit })
    for (const row of part.rows) sums.take(row)
    yield part.scanned
    if (part.scanned < limit) return sums.end()
    after = part.end
  }
}

/** Points of a curve: of each part of the period the lowest and the highest value. */
export interface TemperatureLine {
  probe: number
  /** Broken where readings are missing. */
  parts: [atMs: number, celsius: number][][]
}

export async function readTemperatureLines(
  db: AccountDb,
  deviceNumber: number,
  period: MeasuredWindow,
  buckets: number,
): Promise<TemperatureLine[]> {
  const found = await listBuckets(db, deviceNumber, period, buckets)
  const stepMs = (period.toMs - period.fromMs) / buckets
  const lineOf = (probe: number, pick: (one: TemperatureBucket) => [number | null, number | null]) => {
    const parts: TemperatureLine['parts'] = []
    let lastMs = Number.NEGATIVE_INFINITY
    for (const one of found) {
      const [min, max] = pick(one)
      if (min === null || max === null) continue
      const atMs = period.fromMs + (one.bucket + 0.5) * stepMs
      if (atMs - lastMs > Math.max(maxHoldMs, 1.5 * stepMs)) parts.push([])
      parts.at(-1)!.push([atMs, min], ...(min === max ? [] : [[atMs, max] satisfies [number, number]]))
      lastMs = atMs
    }
    return { probe, parts }
  }
  return [
    lineOf(1, ({ firstMin, firstMax }) => [firstMin, firstMax]),
    lineOf(2, ({ secondMin, secondMax }) => [secondMin, secondMax]),
  ].filter(({ parts }) => parts.length > 0)
}
