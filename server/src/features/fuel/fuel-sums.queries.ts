import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'

export interface SensorSums {
  deviceNumber: number
  mlPer100Km: number | null
  startMl: number | null
  endMl: number | null
  fills: number
  filledMl: number
  drains: number
  drainedMl: number
}

/** Of a sensor `f`: the last level of the stop before, without the fills and drains that are later. */
const levelAt = (db: AccountDb, atMs: number) => sql`(
  select p.last_ml - coalesce((
    select sum(case e.kind when 'fill' then e.ml else -e.ml end) from fuel_events e
    where e.account_id = ${db.accountId} and e.sensor_number = f.number and e.part_at = p.began_at
      and e.to_at >= ${toTimestamp(atMs)}::timestamptz), 0)
  from fuel_stops p
  where p.account_id = ${db.accountId} and p.sensor_number = f.number
    and p.began_at < ${toTimestamp(atMs)}::timestamptz and p.last_ml is not null
  order by p.began_at desc limit 1)`

/** Of every sensor of the devices. A fill or drain counts when it has ended. */
export function readSums(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<SensorSums[]> {
  const [from, to] = [sql`${toTimestamp(fromMs)}::timestamptz`, sql`${toTimestamp(toMs)}::timestamptz`]
  return db<SensorSums>`
    select f.device_number, f.ml_per_100_km as "mlPer100Km", coalesce(${levelAt(db, fromMs)}, (
        select p.first_ml from fuel_stops p
        where p.account_id = ${db.accountId} and p.sensor_number = f.number and p.began_at >= ${from}
          and p.began_at < ${to} and p.first_ml is not null
        order by p.began_at limit 1))::int as start_ml,
      ${levelAt(db, toMs)}::int as end_ml, found.*
    from fuel_sensors f
    cross join lateral (
      select count(*) filter (where e.kind = 'fill') as fills,
        coalesce(sum(e.ml) filter (where e.kind = 'fill'), 0)::bigint as filled_ml,
        count(*) filter (where e.kind = 'drain') as drains,
        coalesce(sum(e.ml) filter (where e.kind = 'drain'), 0)::bigint as drained_ml
      from fuel_events e
      where e.account_id = ${db.accountId} and e.device_number = f.device_number and e.sensor_number = f.number
        and e.from_at >= ${toTimestamp(fromMs - longestMs)}::timestamptz and e.from_at < ${to}
        and e.to_at >= ${from} and e.to_at < ${to}) as found
    where f.account_id = ${db.accountId} and f.device_number = any(${deviceNumbers}::int[])
    order by f.device_number, f.number`
}

/** A fill is at most so long: it lies between two stops with readings. */
const longestMs = 31 * 86_400_000
