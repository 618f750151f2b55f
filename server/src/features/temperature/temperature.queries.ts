// Reads temperatures and doors of stored locations. Locations without them are left out by PostgreSQL.

import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import { maxAheadMs } from '../trips/ahead.api.ts'
import type { TemperatureRow } from './temperature.types.ts'

/** The newest location of a part, after which the next part begins. */
export interface PartEnd {
  atMs: number
  fingerprint: number
}

interface TimeRange {
  fromMs: number
  toMs: number
}

export interface TemperaturePart {
  scanned: number
  end: PartEnd | undefined
  rows: TemperatureRow[]
}

type RowValues = [atMs: number, first: number | null, second: number | null, isDoorOpen: boolean | null]

interface PartColumns {
  scanned: number
  endMs: number | null
  endFingerprint: number | null
  rows: string | null
}

/** Callers of the API write what they like. */
const numberOf = (name: 'temperature' | 'temperature2') =>
  sql`case when jsonb_typeof(l.more->${name}::text) = 'number' then (l.more->${name}::text)::float8 end`
const doorOf = sql`case when jsonb_typeof(l.more->'attributes'->'doorOpen') = 'boolean'
  then (l.more->'attributes'->'doorOpen')::boolean end`
const isInTime = sql`l.fixed_at - l.received_at <= ${maxAheadMs / 1_000}::float8 * interval '1 second'`

/** Of at most `limit` locations: those with a value, and the one after each with a door. */
export async function readTemperatureRows(
  db: AccountDb,
  deviceNumber: number,
  { fromMs, toMs }: TimeRange,
  { after, limit }: { after: PartEnd | undefined; limit: number },
): Promise<TemperaturePart> {
  const firstMs = after?.atMs ?? fromMs
  const firstAt = toTimestamp(firstMs)
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs: firstMs, toMs, after, limit })
  const [found] = await db<PartColumns>`
    with part as materialized (
      select l.fixed_at, l.fingerprint, ${isInTime} as is_in_time, ${numberOf('temperature')} as first,
        ${numberOf('temperature2')} as second, ${doorOf} as is_open
      from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
        and l.fixed_at >= ${firstAt}::timestamptz and l.fixed_at < ${toTimestamp(toMs)}::timestamptz
        and (${after === undefined}::boolean or l.fixed_at > ${firstAt}::timestamptz
          or l.fingerprint > ${after?.fingerprint ?? 0}::int)
      order by l.fixed_at, l.fingerprint limit ${limit}),
    marked as (
      select *, coalesce(lag(coalesce(is_open, false)) over w, true) as is_after from part where is_in_time
      window w as (order by fixed_at, fingerprint)),
    newest as (select fixed_at, fingerprint from part order by fixed_at desc, fingerprint desc limit 1)
    select (select count(*)::int from part) as scanned, (select date_part('epoch', fixed_at) * 1000 from newest) as end_ms,
      (select fingerprint from newest) as end_fingerprint,
      (select string_agg(concat_ws(',', (date_part('epoch', fixed_at) * 1000)::bigint, coalesce(first::text, 'null'),
          coalesce(second::text, 'null'), coalesce(is_open::text, 'null')), '],[' order by fixed_at, fingerprint)
        from marked where first is not null or second is not null or is_open is not null or is_after) as rows`
  const { scanned, endMs, endFingerprint, rows } = found!
  return {
    scanned,
    end: endMs === null ? undefined : { atMs: Math.round(endMs), fingerprint: endFingerprint! },
    rows: rows === null ? [] : (JSON.parse(`[[${rows}]]`) as RowValues[]).map(toTemperatureRow),
  }
}

function toTemperatureRow([atMs, first, second, isDoorOpen]: RowValues): TemperatureRow {
  return { atMs, temperatures: [first, second], isDoorOpen }
}

export interface TemperatureBucket {
  bucket: number
  firstMin: number | null
  firstMax: number | null
  secondMin: number | null
  secondMax: number | null
}

/** The extremes of equal parts of a period; parts without a value are absent. */
export async function listBuckets(
  db: AccountDb,
  deviceNumber: number,
  { fromMs, toMs }: TimeRange,
  buckets: number,
): Promise<TemperatureBucket[]> {
  const stepSeconds = (toMs - fromMs) / 1_000 / buckets
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs, toMs })
  return db<TemperatureBucket>`
    select bucket, min(first) as first_min, max(first) as first_max, min(second) as second_min, max(second) as second_max
    from (
      select floor((date_part('epoch', l.fixed_at) - ${fromMs / 1_000}::float8) / ${stepSeconds}::float8)::int as bucket,
        ${numberOf('temperature')} as first, ${numberOf('temperature2')} as second
      from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
        and l.fixed_at >= ${toTimestamp(fromMs)}::timestamptz and l.fixed_at < ${toTimestamp(toMs)}::timestamptz
        and ${isInTime} and l.more ?| array['temperature', 'temperature2']) as readings
    where first is not null or second is not null
    group by bucket order by bucket`
}
