// Reads the stored locations of devices in the order of time. One text for each device: the driver's rows cost several
// times as much.

import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'

/** The values of a stored row that the detector reads, in this order. */
export type TrackRow = [
  fixedAtMs: number,
  receivedAtMs: number,
  fingerprint: number,
  latitudeE7: number | null,
  longitudeE7: number | null,
  accuracyM: number | null,
  speedTenthKmh: number | null,
  more?: MoreValues,
]

/** Callers of the API write what they like into these. */
export interface MoreValues {
  valid?: unknown
  ignition?: unknown
  moving?: unknown
  powerVoltage?: unknown
  mileage?: unknown
  attributes?: {
    approximate?: unknown
    engineHours?: unknown
    driverTag?: unknown
    driverId?: unknown
    card?: unknown
  } | null
}

/** In the database. */
const shortBytes = 100

export interface TrackPart {
  deviceNumber: number
  /** Rows after this instant, */
  afterMs: number
  /** up to this one. */
  untilMs: number
}

/** Of a long object only what is needed; a short one costs less as it is. */
const moreJson = sql`case when pg_column_size(l.more) <= ${shortBytes} then l.more::text else concat(
  '{"valid":', coalesce((l.more->'valid')::text, 'null'), ',"ignition":', coalesce((l.more->'ignition')::text, 'null'),
  ',"moving":', coalesce((l.more->'moving')::text, 'null'), ',"powerVoltage":', coalesce((l.more->'powerVoltage')::text, 'null'),
  ',"mileage":', coalesce((l.more->'mileage')::text, 'null'), ',"attributes":{"approximate":',
  coalesce((l.more->'attributes'->'approximate')::text, 'null'), ',"engineHours":',
  coalesce((l.more->'attributes'->'engineHours')::text, 'null'), ',"driverTag":',
  coalesce((l.more->'attributes'->'driverTag')::text, 'null'), ',"driverId":',
  coalesce((l.more->'attributes'->'driverId')::text, 'null'), ',"card":',
  coalesce((l.more->'attributes'->'card')::text, 'null'), '}}') end`

const rowJson = sql`concat_ws(',', (date_part('epoch', l.fixed_at) * 1000)::bigint,
  (date_part('epoch', l.received_at) * 1000)::bigint, l.fingerprint,
  coalesce(l.latitude::text, 'null'), coalesce(l.longitude::text, 'null'),
  coalesce(l.accuracy_m::text, 'null'), coalesce(l.speed::text, 'null'),
  case when l.more is not null then ${moreJson} end)`

/** At most `limit` rows of each device. Devices without rows are absent. */
export async function readRows(
  db: AccountDb,
  parts: TrackPart[],
  limit: number,
): Promise<Map<number, TrackRow[]>> {
  // The bounds of all choose the partitions once, not for each device.
  const firstMs = Math.min(...parts.map((part) => part.afterMs))
  const lastMs = Math.max(...parts.map((part) => part.untilMs))
  if (parts.length > 1 && (await db.history?.reaches(db, firstMs))) {
    // The limit is that of one device, from its own beginning.
    const each: [number, TrackRow[]][] = []
    for (const part of parts) each.push(...(await readRows(db, [part], limit)))
    return new Map(each)
  }
  const deviceNumbers = parts.map((part) => part.deviceNumber)
  const history = await historyOf(db, { deviceNumbers, fromMs: firstMs + 1, toMs: lastMs + 1, limit })
  const found = await db<{ deviceNumber: number; rows: string | null }>`
    select part.device_number, track.rows
    from unnest(${deviceNumbers}::int[], ${parts.map((part) => toTimestamp(part.afterMs))}::timestamptz[],
      ${parts.map((part) => toTimestamp(part.untilMs))}::timestamptz[]) as part (device_number, after, until)
    cross join lateral (
      select string_agg(r.json, '],[') as rows
      from (
        select ${rowJson} as json from ${history} l
        where l.account_id = ${db.accountId} and l.device_number = part.device_number
          and l.fixed_at > part.after and l.fixed_at <= part.until
          and l.fixed_at > ${toTimestamp(firstMs)} and l.fixed_at <= ${toTimestamp(lastMs)}
        order by l.fixed_at, l.fingerprint limit ${limit}) as r) as track
    where track.rows is not null`
  return new Map(found.map(({ deviceNumber, rows }) => [deviceNumber, JSON.parse(`[[${rows}]]`)]))
}
