// Visits of a period, oldest first, for reports.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import type { VisitKind } from '../detection/detection.types.ts'
import { secondsBetween } from '../detection/local-days.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import type { VisitRow } from './visit.types.ts'
import type { NamedVisitRow } from './visit-report.queries.ts'
import { listOfDevices, listOfGeofence } from './visit-report.queries.ts'
import { sumsOf } from './visit-sums.ts'

/** A visit with the part of the stay that lies in the period. */
export interface ReportedVisit {
  deviceNumber: number
  deviceId: string
  geofenceNumber: number
  enteredAtMs: number
  /** Null while the device is inside. */
  leftAtMs: number | null
  /** The end of what is known of it. */
  untilMs: number
  kind: VisitKind
  seconds: number
  /** Null if the period cuts it: its distance is not known by day. */
  cm: number | null
  idleSeconds: number | null
}

const rowsPerRead = 2_000

/** Of some devices, in this order. */
export async function* readVisitsOfDevices(
  db: AccountDb,
  deviceNumbers: number[],
  geofenceNumbers: number[],
  period: TimeRange,
): AsyncGenerator<ReportedVisit[]> {
  let rest = deviceNumbers
  let after: VisitRow | undefined
  while (rest.length > 0) {
    const rows = await listOfDevices(db, rest, geofenceNumbers, period, { after, limit: rowsPerRead })
    yield rows.map((row) => toReported(row, period)).filter((visit) => isKnownWithin(visit, period))
    if (rows.length < rowsPerRead) return
    after = rows.at(-1)!
    rest = rest.slice(rest.indexOf(after.deviceNumber))
  }
}

/** Of one geofence, by devices that `isWanted`, which is about `d`. */
export async function* readVisitsOfGeofence(
  db: AccountDb,
  geofenceNumber: number,
  isWanted: Fragment,
  period: TimeRange,
): AsyncGenerator<(ReportedVisit & Pick<NamedVisitRow, 'name' | 'licensePlate'>)[]> {
  let after: NamedVisitRow | undefined
  for (;;) {
    const rows = await listOfGeofence(db, geofenceNumber, isWanted, period, { after, limit: rowsPerRead })
    yield rows
      .map((row) => ({ ...toReported(row, period), name: row.name, licensePlate: row.licensePlate }))
      .filter((visit) => isKnownWithin(visit, period))
    if (rows.length < rowsPerRead) return
    after = rows.at(-1)
  }
}

/** One that lasts is known up to the last usable location, which may be before the period. */
function isKnownWithin({ untilMs }: ReportedVisit, { fromMs }: TimeRange): boolean {
  return untilMs > fromMs
}

function toReported(row: VisitRow, { fromMs, toMs }: TimeRange): ReportedVisit {
  const { deviceNumber, deviceId, geofenceNumber, enteredMs, leftMs, kind } = row
  const { cm, idleSeconds, untilMs } = sumsOf(row)
  const isCut = enteredMs < fromMs || untilMs > toMs
  const [startMs, endMs] = [Math.max(enteredMs, fromMs), Math.min(untilMs, toMs)]
  return {
    ...{ deviceNumber, deviceId, geofenceNumber, kind, untilMs },
    enteredAtMs: enteredMs,
    leftAtMs: leftMs,
    seconds: endMs > startMs ? secondsBetween(startMs, endMs) : 0,
    cm: isCut ? null : cm,
    idleSeconds: isCut ? null : idleSeconds,
  }
}
