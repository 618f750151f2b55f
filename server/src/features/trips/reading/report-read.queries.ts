// Reads segments of several devices in the order of the devices, for reports.

import type { AccountDb } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import type { TimeRange } from './reading.types.ts'
import { instant } from './segment-read.queries.ts'

/** What reports show of a segment: they have millions of them. */
export interface ReportRow {
  deviceNumber: number
  beganMs: number
  endedMs: number | null
  id: string
  day: string | null
  corrections: number
  fromLatitude: number
  fromLongitude: number
  toLatitude: number
  toLongitude: number
  cm: number
  bridgedCm: number
  idleSeconds: number
  engineSeconds: number | null
  topSpeed: number | null
}

export interface WantedSegments {
  kind: SegmentKind
  period: TimeRange
  /** Of the first device: only those that begin later. */
  afterMs: number | undefined
  /** Of each device. */
  limit: number
}

/** Those that overlap the period, oldest first. */
export function listOfDevices(
  db: AccountDb,
  deviceNumbers: number[],
  { kind, period, afterMs, limit }: WantedSegments,
): Promise<ReportRow[]> {
  const [from, to] = [instant(period.fromMs), instant(period.toMs)]
  const isAfter =
    afterMs === undefined ? sql`` : sql`and (given.ordinal > 1 or began_at > ${instant(afterMs)})`
  // Segments follow each other: only the last one that begins up to the start of the period reaches into it.
  return db<ReportRow>`
    select found.*
    from unnest(${deviceNumbers}::int[]) with ordinality as given (number, ordinal)
    cross join lateral (
      select device_number, date_part('epoch', began_at) * 1000 as began_ms,
        date_part('epoch', ended_at) * 1000 as ended_ms, id, day, corrections, from_latitude, from_longitude, to_latitude,
        to_longitude, cm, bridged_cm, idle_seconds, engine_seconds, top_speed
      from segments
      where account_id = ${db.accountId} and device_number = given.number and kind = ${kind}
        and began_at >= coalesce((
          select began_at from segments
          where account_id = ${db.accountId} and device_number = given.number and began_at <= ${from}
          order by began_at desc limit 1), ${from})
        and began_at < ${to} and (ended_at is null or ended_at > ${from}) ${isAfter}
      order by began_at limit ${limit}) as found
    order by given.ordinal, found.began_ms`
}
