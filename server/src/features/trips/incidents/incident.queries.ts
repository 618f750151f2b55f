// Reads the locations that incidents depend on. PostgreSQL leaves out all others: one text instead of some ten thousand rows.

import type { AccountDb } from '../../../platform/db/db.ts'
import { historyOf } from '../../../platform/db/history.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import { maxAheadMs } from '../ahead.api.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import type { DrivingLimits, IncidentRow } from './incident.types.ts'
import { harshKinds } from './incident.types.ts'

/** The newest location of a part, after which the next part begins. */
export interface PartEnd {
  atMs: number
  fingerprint: number
}

export interface IncidentPart {
  /** How many locations were looked at. */
  scanned: number
  end: PartEnd | undefined
  rows: IncidentRow[]
}

/** Above every stored speed. */
const noSpeed = 32_767

type RowValues = [
  atMs: number,
  latitudeE7: number | null,
  longitudeE7: number | null,
  speedTenthKmh: number | null,
  isUsable: boolean,
  alerts: unknown,
]

interface PartColumns {
  scanned: number
  endMs: number | null
  endFingerprint: number | null
  rows: string | null
}

/**
 * Of at most `limit` locations: those above the limit and the usable one after each, those with harsh events, and the
 * first and the last, so that parts can be put together.
 */
export async function readIncidentRows(
  db: AccountDb,
  deviceNumber: number,
  { fromMs, toMs }: TimeRange,
  { limitKmh, maxKmh, accuracyMetres }: DrivingLimits,
  { after, limit }: { after: PartEnd | undefined; limit: number },
): Promise<IncidentPart> {
  const firstMs = after?.atMs ?? fromMs
  const firstAt = toTimestamp(firstMs)
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs: firstMs, toMs, after, limit })
  const [found] = await db<PartColumns>`
    with part as materialized (
      select l.fixed_at, l.fingerprint, l.latitude, l.longitude, l.speed,
        l.latitude is not null and l.fixed_at - l.received_at <= ${maxAheadMs / 1_000}::float8 * interval '1 second'
          and (l.accuracy_m is null or l.accuracy_m <= ${accuracyMetres})
          and l.more->'valid' is distinct from 'false'::jsonb
          and l.more->'attributes'->'approximate' is distinct from 'true'::jsonb as is_usable,
        case when l.more->'alerts' ?| ${[...harshKinds]}::text[] then l.more->'alerts' end as alerts
      from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
        and l.fixed_at >= ${firstAt}::timestamptz and l.fixed_at < ${toTimestamp(toMs)}::timestamptz
        and (${after === undefined}::boolean or l.fixed_at > ${firstAt}::timestamptz or l.fingerprint > ${after?.fingerprint ?? 0}::int)
      order by l.fixed_at, l.fingerprint limit ${limit}),
    judged as (
      select *, is_usable and coalesce(speed > ${limitKmh === null ? noSpeed : limitKmh * 10}
        and speed <= ${Math.min(noSpeed, maxKmh * 10)}, false) as is_above
      from part where is_usable or alerts is not null),
    marked as (
      select *, lag(is_above or alerts is not null) over w is not false as is_after, lead(fixed_at) over w is null as is_last
      from judged window w as (order by fixed_at, fingerprint)),
    newest as (select fixed_at, fingerprint from part order by fixed_at desc, fingerprint desc limit 1)
    select (select count(*)::int from part) as scanned, (select date_part('epoch', fixed_at) * 1000 from newest) as end_ms,
      (select fingerprint from newest) as end_fingerprint,
      (select string_agg(concat_ws(',', (date_part('epoch', fixed_at) * 1000)::bigint, coalesce(latitude::text, 'null'),
          coalesce(longitude::text, 'null'), coalesce(speed::text, 'null'), is_usable::text, coalesce(alerts::text, 'null')), '],['
          order by fixed_at, fingerprint)
        from marked where is_above or alerts is not null or is_after or is_last) as rows`
  const { scanned, endMs, endFingerprint, rows } = found!
  return {
    scanned,
    end: endMs === null ? undefined : { atMs: Math.round(endMs), fingerprint: endFingerprint! },
    rows: rows === null ? [] : (JSON.parse(`[[${rows}]]`) as RowValues[]).map(toIncidentRow),
  }
}

function toIncidentRow(values: RowValues): IncidentRow {
  const [atMs, latitudeE7, longitudeE7, speedTenthKmh, isUsable, alerts] = values
  return { atMs, latitudeE7, longitudeE7, speedTenthKmh, isUsable, alerts }
}

export async function listSettingsPeriods(
  db: AccountDb,
  deviceNumbers: number[],
): Promise<Map<number, SettingsPeriod[] | null>> {
  const rows = await db<{ deviceNumber: number; settings: SettingsPeriod[] | null }>`
    select device_number, settings from trip_states
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])`
  return new Map(rows.map(({ deviceNumber, settings }) => [deviceNumber, settings]))
}
