// Trips and stops of devices in a period, oldest first, for reports.

import type { AccountDb } from '../../platform/db/db.ts'
import type { SegmentKind } from './detection/detection.types.ts'
import { createLocalDays, secondsBetween } from './detection/local-days.ts'
import type { ActiveDriver } from './driving/driving.queries.ts'
import * as drivers from './driving/driving.queries.ts'
import { withDriving } from './driving/driving.ts'
import { isCut, shareWithin } from './reading/period-share.ts'
import type { ReadSegment, TimeRange } from './reading/reading.types.ts'
import type { ReportRow } from './reading/report-read.queries.ts'
import { listOfDevices } from './reading/report-read.queries.ts'
import { continueOpen, readStates, withDays } from './reading/stored-segments.ts'
import { toSegmentId } from './segment-id.ts'

export type { ActiveDriver } from './driving/driving.queries.ts'

/** What reports show of a segment. */
export interface ShownSegment
  extends Pick<
    ReadSegment,
    | 'id'
    | 'kind'
    | 'deviceNumber'
    | 'corrections'
    | 'beganAtMs'
    | 'endedAtMs'
    | 'untilMs'
    | 'from'
    | 'to'
    | 'days'
    | 'driving'
  > {
  isSilent: boolean
  totals: Pick<
    ReadSegment['totals'],
    'cm' | 'bridgedCm' | 'idleSeconds' | 'engineSeconds' | 'topSpeedTenthKmh'
  >
}

/** A segment with the part of it that lies in the period. */
export interface ReportedSegment {
  segment: ShownSegment
  cm: number
  seconds: number
  isCut: boolean
}

export interface SegmentRequest {
  /** Some at a time; their segments are in this order. */
  deviceNumbers: number[]
  kind: SegmentKind
  period: TimeRange
  timeZone: string
  now: Date
}

/** Of each device in one statement; a device with more is continued. */
const rowsPerDevice = 2_000

export async function* readReportedSegments(
  db: AccountDb,
  { deviceNumbers, kind, period, timeZone, now }: SegmentRequest,
): AsyncGenerator<ReportedSegment[]> {
  const days = createLocalDays(timeZone)
  let rest = deviceNumbers
  let afterMs: number | undefined
  while (rest.length > 0) {
    const wanted = { kind, period, afterMs, limit: rowsPerDevice }
    const rows = await listOfDevices(db, rest, wanted)
    // Behind a device with more rows, the next ones would be out of order.
    const full = rest.findIndex((number) => countOf(rows, number) === rowsPerDevice)
    const kept = full < 0 ? rows : rows.filter(({ deviceNumber }) => rest.indexOf(deviceNumber) <= full)
    const segments = await withDays(db, await shownOf(db, kept, kind, now), period)
    yield segments.map((segment) => {
      if (!isCut(segment, period)) return wholeOf(segment)
      return { segment, ...shareWithin(segment, period, days), isCut: true }
    })
    if (full < 0) return
    rest = rest.slice(full)
    afterMs = kept.at(-1)!.beganMs
  }
}

async function shownOf(
  db: AccountDb,
  rows: ReportRow[],
  kind: SegmentKind,
  now: Date,
): Promise<ShownSegment[]> {
  const segments = rows.map((row) => toShown(row, kind))
  const open = rows.filter(({ endedMs }) => endedMs === null)
  return open.length === 0 ? segments : continueOpen(db, segments, await readStates(db, open), now)
}

function toShown(row: ReportRow, kind: SegmentKind): ShownSegment {
  const { beganMs, endedMs, day, cm, bridgedCm, idleSeconds, engineSeconds } = row
  return {
    id: row.id,
    kind,
    deviceNumber: row.deviceNumber,
    corrections: row.corrections,
    isSilent: false,
    beganAtMs: beganMs,
    endedAtMs: endedMs,
    untilMs: endedMs ?? beganMs,
    from: { latitudeE7: row.fromLatitude, longitudeE7: row.fromLongitude },
    to: { latitudeE7: row.toLatitude, longitudeE7: row.toLongitude },
    totals: { cm, bridgedCm, idleSeconds, engineSeconds, topSpeedTenthKmh: row.topSpeed },
    days: day === null ? [] : [{ day, cm }],
  }
}

/** Not with each segment: few reports have a column for it, and some have millions of rows. */
export function idOf({ segment }: Pick<ReportedSegment, 'segment'>): string {
  return toSegmentId(segment.kind, segment.id)
}

function wholeOf(segment: ShownSegment): ReportedSegment {
  const { totals, beganAtMs, untilMs } = segment
  return { segment, cm: totals.cm, seconds: secondsBetween(beganAtMs, untilMs), isCut: false }
}

/** With drivers, purposes and notes. */
export async function addDriving(db: AccountDb, some: ReportedSegment[]): Promise<ReportedSegment[]> {
  const driven = await withDriving(
    db,
    some.map(({ segment }) => segment),
  )
  return some.map((one, index) => ({ ...one, segment: driven[index]! }))
}

/** Those who may have driven in the period, by name. */
export function listActiveDrivers(db: AccountDb, period: TimeRange): Promise<ActiveDriver[]> {
  return drivers.listActiveDrivers(db, period)
}

/** The numbers of the devices that a driver may have driven. */
export function listDrivenDevices(
  db: AccountDb,
  { number }: ActiveDriver,
  period: TimeRange,
): Promise<number[]> {
  return drivers.listDrivenDevices(db, number, period)
}

function countOf(rows: readonly { deviceNumber: number }[], number: number): number {
  let count = 0
  for (const { deviceNumber } of rows) if (deviceNumber === number) count += 1
  return count
}
