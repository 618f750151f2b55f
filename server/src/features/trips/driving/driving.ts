// Adds drivers, purposes and notes to trips that are read.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { DrivingRow } from './driving.queries.ts'
import { readDriving } from './driving.queries.ts'
import type { DrivenTrip, Driving } from './driving.types.ts'

/** Stops and gaps are returned as they are. */
export async function withDriving<T extends DrivenTrip & { kind: string }>(
  db: AccountDb,
  segments: T[],
): Promise<(T & { driving?: Driving })[]> {
  const trips = segments.filter(({ kind }) => kind === 'trip')
  if (trips.length === 0) return segments
  const rows = await readDriving(db, trips)
  const drivingOf = new Map(trips.map((trip, index) => [trip, toDriving(rows[index]!)]))
  return segments.map((segment) => {
    const driving = drivingOf.get(segment)
    return driving ? { ...segment, driving } : segment
  })
}

export function toDriving({ driverId, driverName, tag, isSet, purpose, note }: DrivingRow): Driving {
  const source = isSet ? 'user' : tag === null ? 'assignment' : 'tag'
  return {
    driver: driverId === null ? null : { id: driverId, name: driverName!, source },
    driverTag: tag,
    purpose: purpose ?? 'unset',
    note,
  }
}
