// What devices had counted at certain instants, kept so that the distance since then is a difference of two numbers.

import type { AccountDb } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { encodeState, newState } from '../detection/state.ts'
import type { DayDifference } from '../device-day.queries.ts'
import type { Anchor } from './counted.ts'

export interface Point {
  deviceNumber: number
  atMs: number
  day: string
  baseCm: number
  baseEngineSeconds: number
  partCm: number
  partEngineSeconds: number
  anchors: Anchor[]
}

/** Replaces the one of the same instant. */
export async function savePoint(db: AccountDb, point: Point): Promise<void> {
  await db`
    insert into meter_points (account_id, device_number, at, day, base_cm, base_engine_seconds, part_cm,
      part_engine_seconds, anchors)
    values (${db.accountId}, ${point.deviceNumber}, to_timestamp(${point.atMs / 1_000}::float8), ${point.day}::date,
      ${point.baseCm}, ${point.baseEngineSeconds}, ${point.partCm}, ${point.partEngineSeconds},
      ${JSON.stringify(point.anchors)}::jsonb)
    on conflict (account_id, device_number, at) do update set day = excluded.day,
      base_cm = excluded.base_cm, base_engine_seconds = excluded.base_engine_seconds, part_cm = excluded.part_cm,
      part_engine_seconds = excluded.part_engine_seconds, anchors = excluded.anchors, is_stale = false`
}

/** After days were corrected. What was counted on a point's own day is computed again later. */
export async function movePoints(db: AccountDb, differences: DayDifference[]): Promise<void> {
  await db`
    update meter_points p set base_cm = p.base_cm + moved.cm,
      base_engine_seconds = p.base_engine_seconds + moved.engine_seconds, is_stale = true
    from (
      select b.device_number, b.at, coalesce(sum(given.cm) filter (where b.day > given.day), 0)::bigint as cm,
        coalesce(sum(given.engine_seconds) filter (where b.day > given.day), 0)::bigint as engine_seconds
      from unnest(${differences.map((one) => one.deviceNumber)}::int[], ${differences.map((one) => one.day)}::date[],
        ${differences.map((one) => one.cm)}::bigint[], ${differences.map((one) => one.engineSeconds)}::int[])
        as given (device_number, day, cm, engine_seconds)
      join meter_points b on b.account_id = ${db.accountId} and b.device_number = given.device_number
        and b.day >= given.day
      group by b.device_number, b.at) as moved
    where p.account_id = ${db.accountId} and p.device_number = moved.device_number and p.at = moved.at`
}

export interface StalePoint {
  deviceNumber: number
  atMs: number
  /** Null for a reading that has no point yet. */
  anchors: Anchor[] | null
}

/** Points to be computed again, and readings without one, of devices after `after` up to `until`. */
export function listStale(
  db: AccountDb,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<StalePoint[]> {
  return db<StalePoint>`
    select device_number, date_part('epoch', at) * 1000 as at_ms, anchors from (
      select p.device_number, p.at, p.anchors from meter_points p
      where p.account_id = ${db.accountId} and p.device_number > ${after} and p.device_number <= ${until} and p.is_stale
      union all
      select distinct r.device_number, r.at, null::jsonb from meter_readings r
      where r.account_id = ${db.accountId} and r.device_number > ${after} and r.device_number <= ${until}
        and not exists (
          select from meter_points p
          where p.account_id = r.account_id and p.device_number = r.device_number and p.at = r.at)) as stale
    order by device_number, at limit ${limit}`
}

/** The zone of the device's days. Until a change of the account's zone is processed, that is the former one. */
const zoneOf = sql`coalesce(s.zone, a.time_zone)`

/**
 * A point at the beginning of the current local day, for many devices at once. Locks their states first, so that nothing
 * is counted meanwhile.
 */
export async function lockForDay(db: AccountDb, deviceNumbers: number[], now: Date): Promise<void> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state, last_reading_on)
    select d.account_id, d.number, ${now}, ${encodeState(newState())}, (${now}::timestamptz at time zone ${zoneOf})::date
    from devices d
    join accounts a on a.account_id = d.account_id
    left join trip_states s on s.account_id = d.account_id and s.device_number = d.number
    where d.account_id = ${db.accountId} and d.number = any(${deviceNumbers}::int[])
    order by d.number
    on conflict (account_id, device_number)
    do update set last_reading_on = greatest(trip_states.last_reading_on, excluded.last_reading_on)`
}

export function insertDayPoints(
  db: AccountDb,
  deviceNumbers: number[],
  now: Date,
): Promise<{ deviceNumber: number; at: Date }[]> {
  return db<{ deviceNumber: number; at: Date }>`
    with today as materialized (
      select s.device_number, s.total_cm, coalesce(s.total_engine_seconds, 0) as total_engine_seconds, s.open,
        ${zoneOf} as zone, (${now}::timestamptz at time zone ${zoneOf})::date as day
      from trip_states s join accounts a on a.account_id = s.account_id
      where s.account_id = ${db.accountId} and s.device_number = any(${deviceNumbers}::int[])),
    kept as (
      insert into meter_points (account_id, device_number, at, day, base_cm, base_engine_seconds, part_cm,
        part_engine_seconds, anchors)
      select ${db.accountId}::int, t.device_number, t.day::timestamp at time zone t.zone, t.day,
        t.total_cm - l.cm, t.total_engine_seconds - l.engine_seconds, o.cm, o.engine_seconds, '[]'
      from today t
      cross join lateral (
        select coalesce(sum(n.cm), 0)::bigint as cm, coalesce(sum(n.engine_seconds), 0)::bigint as engine_seconds
        from device_days n
        where n.account_id = ${db.accountId} and n.device_number = t.device_number and n.day >= t.day) as l
      cross join lateral (
        select coalesce(sum((one ->> 'cm')::bigint), 0)::bigint as cm,
          coalesce(sum((one ->> 'engineSeconds')::bigint), 0)::bigint as engine_seconds
        from jsonb_array_elements(t.open -> 'segmentDays') as one where one ->> 'day' < t.day::text) as o
      on conflict (account_id, device_number, at) do nothing)
    select device_number, day::timestamp at time zone zone as at from today`
}
