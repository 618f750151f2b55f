// Reads the days of a device.

import type { AccountDb } from '../../../platform/db/db.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { SegmentKind } from '../detection/detection.types.ts'

export interface StoredDay {
  day: string
  zone: string
  trips: number
  stops: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  cm: number
  tripCm: number
  bridgedCm: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  topSpeed: number | null
  firstStartAt: Date | null
  lastEndAt: Date | null
  locations: number
  ahead: number
  coordinates: number
  accuracy: number
  jump: number
}

export function listDays(
  db: AccountDb,
  deviceNumber: number,
  { first, last }: { first: string; last: string },
): Promise<StoredDay[]> {
  return db<StoredDay>`
    select day, zone, trips, stops, trip_seconds, stop_seconds, gap_seconds, cm, trip_cm, bridged_cm, idle_seconds,
      idlings, engine_seconds, top_speed, first_start_at, last_end_at, locations, ahead, coordinates, accuracy, jump
    from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day between ${first}::date and ${last}::date`
}

/** The kind of the segment that lasts over each of these instants. Without one, and of an open one, null. */
export async function findKindsAt(
  db: AccountDb,
  deviceNumber: number,
  instantsMs: number[],
): Promise<(SegmentKind | null)[]> {
  const rows = await db<{ kind: SegmentKind | null }>`
    select s.kind
    from unnest(${instantsMs.map(toTimestamp)}::timestamptz[]) with ordinality as given (at, ordinal)
    left join lateral (
      select case when ended_at > given.at then kind end as kind from segments
      where account_id = ${db.accountId} and device_number = ${deviceNumber} and began_at <= given.at
      order by began_at desc limit 1) as s on true
    order by given.ordinal`
  return rows.map(({ kind }) => kind)
}
