// The stops of a device in parts, with the readings of a sensor, from where the work starts.

import type { AccountDb } from '../../platform/db/db.ts'
import type { FuelReading } from './detection/fuel.types.ts'
import type { PartRow } from './detection/parts.ts'
import { endOfPart, firstPartRows, maxPartRows, restMs } from './detection/parts.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'
import type { FuelWork } from './fuel-state.queries.ts'
import { readReadings } from './reading.queries.ts'
import { toPartRows } from './readings.ts'
import type { StoredPart, TrackStop } from './stored-fuel.queries.ts'
import * as queries from './stored-fuel.queries.ts'

/** More than what a change of the track can have made invalid, usually. */
const partsPerLook = 20
const stopsPerPage = 100

export interface PartsStart {
  /** Stops that begin from here on, */
  stopsFromMs: number
  /** and of the first one what is from here on. */
  partMs: number
}

/**
 * The last stored part before what changed that the track still has. Where a part ends depends on some minutes after it,
 * so that one which began within them is not enough.
 */
export async function findStart(
  db: AccountDb,
  { number: sensorNumber, deviceNumber }: FuelSensor,
  { fromMs, countsFromMs }: FuelWork,
): Promise<PartsStart> {
  let beforeMs = fromMs - restMs
  for (;;) {
    const parts = await queries.listPartsBefore(db, { sensorNumber, deviceNumber }, beforeMs, partsPerLook)
    const oldest = parts.at(-1)
    if (!oldest) {
      const segmentMs = await queries.findSegmentAt(db, deviceNumber, countsFromMs)
      return { stopsFromMs: segmentMs ?? countsFromMs, partMs: countsFromMs }
    }
    const last = lastBeforeInvalid(parts)
    if (last) return { stopsFromMs: last.stopMs, partMs: last.beganMs }
    beforeMs = oldest.beganMs
  }
}

/** Of parts in the reverse order of time. */
function lastBeforeInvalid(parts: StoredPart[]): StoredPart | undefined {
  return parts[parts.findLastIndex(({ isValid }) => !isValid) + 1]
}

export interface StopPart {
  beganMs: number
  /** Null while the vehicle stands there. */
  endedMs: number | null
  /** The beginning of its stop. */
  stopMs: number
  /** Of the stop, in 1e-7 degrees. */
  latitude: number
  longitude: number
  readings: FuelReading[]
  /** How many locations were read. */
  rows: number
}

/** `readUntilMs`: later locations may be of a trip that is not found yet. */
export async function* readParts(
  db: AccountDb,
  sensor: FuelSensor,
  { stopsFromMs, partMs }: PartsStart,
  readUntilMs: number | null,
): AsyncGenerator<StopPart> {
  if (readUntilMs === null) return
  let fromMs = stopsFromMs
  for (;;) {
    const stops = await queries.listStops(db, sensor.deviceNumber, fromMs, stopsPerPage)
    for (const stop of stops) yield* partsOf(db, sensor, stop, Math.max(stop.beganMs, partMs), readUntilMs)
    if (stops.length < stopsPerPage) return
    fromMs = stops.at(-1)!.beganMs + 1
  }
}

async function* partsOf(
  db: AccountDb,
  sensor: FuelSensor,
  { beganMs: stopMs, endedMs, latitude, longitude }: TrackStop,
  startMs: number,
  readUntilMs: number,
): AsyncGenerator<StopPart> {
  const untilMs = endedMs ?? readUntilMs
  let beganMs = startMs
  for (;;) {
    const { nextMs, rows, readings } = await readPart(db, sensor, { fromMs: beganMs, untilMs })
    yield { beganMs, endedMs: nextMs ?? endedMs, stopMs, latitude, longitude, readings, rows }
    if (nextMs === null) return
    beganMs = nextMs
  }
}

interface ReadPart {
  readings: FuelReading[]
  rows: number
  /** Where the next part begins; null if there is none. */
  nextMs: number | null
}

async function readPart(
  db: AccountDb,
  sensor: FuelSensor,
  period: { fromMs: number; untilMs: number },
): Promise<ReadPart> {
  let read = 0
  for (const limit of [firstPartRows, maxPartRows]) {
    const rows = await readReadings(db, sensor.deviceNumber, sensor, period, limit)
    read += rows.length
    const all = toPartRows(rows, sensor)
    const nextMs = endOfPart(all, period.fromMs, sensor.tankMl, rows.length === maxPartRows)
    if (nextMs !== null || rows.length < limit)
      return { readings: readingsBefore(all, nextMs), rows: read, nextMs }
  }
  throw new Error('a part that is full has an end')
}

function readingsBefore(rows: PartRow[], untilMs: number | null): FuelReading[] {
  return rows.flatMap(({ atMs, ml, isEngineOn }) =>
    ml === null || (untilMs !== null && atMs >= untilMs) ? [] : [{ atMs, ml, isEngineOn }],
  )
}
