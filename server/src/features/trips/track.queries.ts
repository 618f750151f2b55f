// Reads the stored locations of devices in the order of time. One text for each device: the driver's rows cost several
// times as much.

import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toEpochSeconds } from './epoch.ts'

/** The values of a stored row that the detector reads, in this order. */
export type TrackRow = [
  fixedAtMs: number,
  receivedAtMs: number,
  fingerprint: number,
  latitudeE7: number | null,
  longitudeE7: number | null,
  accuracyM: number | null,
  speedTenthKmh: number | null,
  more?: [
    valid: unknown,
    approximate: unknown,
    ignition: unknown,
    moving: unknown,
    powerVolts: unknown,
    mileageKm: unknown,
    engineHours: unknown,
  ],
]

export interface TrackPart {
  deviceNumber: number
  /** Rows after this instant, */
  afterMs: number
  /** up to this one. */
  untilMs: number
}

const rowJson = sql`'[' || concat_ws(',',
  (date_part('epoch', l.fixed_at) * 1000)::bigint, (date_part('epoch', l.received_at) * 1000)::bigint, l.fingerprint,
  coalesce(l.latitude::text, 'null'), coalesce(l.longitude::text, 'null'),
  coalesce(l.accuracy_m::text, 'null'), coalesce(l.speed::text, 'null'),
  case when l.more is not null then '[' || concat_ws(',',
    coalesce((l.more->'valid')::text, 'null'), coalesce((l.more->'attributes'->'approximate')::text, 'null'),
    coalesce((l.more->'ignition')::text, 'null'), coalesce((l.more->'moving')::text, 'null'),
    coalesce((l.more->'powerVoltage')::text, 'null'), coalesce((l.more->'mileage')::text, 'null'),
    coalesce((l.more->'attributes'->'engineHours')::text, 'null')) || ']' end) || ']'`

/** At most `limit` rows of each device. Devices without rows are absent. */
export async function readRows(
  db: AccountDb,
  parts: TrackPart[],
  limit: number,
): Promise<Map<number, TrackRow[]>> {
  const found = await db<{ deviceNumber: number; rows: string | null }>`
    select part.device_number, track.rows
    from unnest(${parts.map((part) => part.deviceNumber)}::int[], ${parts.map((part) => toEpochSeconds(part.afterMs))}::float8[],
      ${parts.map((part) => toEpochSeconds(part.untilMs))}::float8[]) as part (device_number, after_s, until_s)
    cross join lateral (
      select string_agg(r.json, ',') as rows
      from (
        select ${rowJson} as json from locations l
        where l.account_id = ${db.accountId} and l.device_number = part.device_number
          and l.fixed_at > to_timestamp(part.after_s) and l.fixed_at <= to_timestamp(part.until_s)
        order by l.fixed_at, l.fingerprint limit ${limit}) as r) as track
    where track.rows is not null`
  return new Map(found.map(({ deviceNumber, rows }) => [deviceNumber, JSON.parse(`[${rows}]`)]))
}
