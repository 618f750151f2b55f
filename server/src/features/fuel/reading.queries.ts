// Reads values of stored locations. One text for all of them: the driver's rows cost several times as much.

import type { AccountDb } from '../../platform/db/db.ts'
import { historyOf } from '../../platform/db/history.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { FuelMeasure } from './fuel-sensor.types.ts'

export type ReadingRow = [atMs: number, value: unknown, ignition: unknown]

/** Of a location `l`. */
function valueIn({ source, attribute }: FuelMeasure): Fragment {
  if (source === 'attribute') return sql`l.more->'attributes'->${attribute}::text`
  return source === 'fuel' ? sql`l.more->'fuel'` : sql`l.more->'fuel2'`
}

const rowJson = (measure: FuelMeasure) => sql`concat_ws(',', (date_part('epoch', l.fixed_at) * 1000)::bigint,
  coalesce((${valueIn(measure)})::text, 'null'), coalesce((l.more->'ignition')::text, 'null'))`

/** In the order of time, from one instant to another, both inclusive. */
export async function readReadings(
  db: AccountDb,
  deviceNumber: number,
  measure: FuelMeasure,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
  limit: number,
): Promise<ReadingRow[]> {
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs, toMs: untilMs + 1, limit })
  const [found] = await db<{ rows: string | null }>`
    select string_agg(r.json, '],[') as rows
    from (
      select ${rowJson(measure)} as json from ${history} l
      where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
        and l.fixed_at >= ${toTimestamp(fromMs)}::timestamptz and l.fixed_at <= ${toTimestamp(untilMs)}::timestamptz
      order by l.fixed_at, l.fingerprint limit ${limit}) as r`
  return found?.rows ? JSON.parse(`[[${found.rows}]]`) : []
}

/** Of each bucket of time, at most so many rows are looked at for a value. */
const rowsPerBucket = 5

/** The first value in each of many equal parts of a period, in the order of time. */
export async function sampleReadings(
  db: AccountDb,
  deviceNumber: number,
  measure: FuelMeasure,
  { fromMs, toMs, buckets }: { fromMs: number; toMs: number; buckets: number },
): Promise<ReadingRow[]> {
  const stepMs = (toMs - fromMs) / buckets
  const starts = Array.from({ length: buckets }, (_, index) =>
    toTimestamp(Math.round(fromMs + index * stepMs)),
  )
  const ends = [...starts.slice(1), toTimestamp(toMs)]
  const history = await historyOf(db, { deviceNumbers: [deviceNumber], fromMs, toMs })
  const [found] = await db<{ rows: string | null }>`
    select string_agg(sample.json, '],[' order by bucket.ordinal) as rows
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as bucket (starts_at, ends_at, ordinal)
    cross join lateral (
      select first.json from (
        select l.fixed_at, ${rowJson(measure)} as json, ${valueIn(measure)} as value from ${history} l
        where l.account_id = ${db.accountId} and l.device_number = ${deviceNumber}
          and l.fixed_at >= bucket.starts_at and l.fixed_at < bucket.ends_at
          and l.fixed_at >= ${toTimestamp(fromMs)}::timestamptz and l.fixed_at < ${toTimestamp(toMs)}::timestamptz
        order by l.fixed_at, l.fingerprint limit ${rowsPerBucket}) as first
      where first.value is not null order by first.fixed_at limit 1) as sample`
  return found?.rows ? JSON.parse(`[[${found.rows}]]`) : []
}
