// The days of a device: openings, counts, and the sums of what ended in them.

import type { AccountDb } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { DayCounts, Opening } from './detection/detection.types.ts'

/** The opening to recompute from: that of the day, or the last one before. */
export async function findOpening(
  db: AccountDb,
  deviceNumber: number,
  day: string,
): Promise<Opening | undefined> {
  const [row] = await db<Opening>`
    select day, opening as state from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day <= ${day}::date and opening is not null
    order by day desc limit 1`
  return row
}

/** The first one after a day. */
export async function findFirstOpening(
  db: AccountDb,
  deviceNumber: number,
  afterDay: string,
): Promise<Opening | undefined> {
  const [row] = await db<Opening>`
    select day, opening as state from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day > ${afterDay}::date
      and opening is not null
    order by day limit 1`
  return row
}

export async function readOpenings(
  db: AccountDb,
  deviceNumber: number,
  afterDay: string,
): Promise<Map<string, string>> {
  const rows = await db<Opening>`
    select day, opening as state from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and day > ${afterDay === '' ? '-infinity' : afterDay}::date and opening is not null`
  return new Map(rows.map(({ day, state }) => [day, state]))
}

/** By how much the sums of a day have changed. */
export interface DayDifference {
  deviceNumber: number
  day: string
  cm: number
  /** Null if nothing was or is known of the engine. */
  engineSeconds: number | null
}

/**
 * Before a recomputation writes what it found. Days are compared as text; the empty one is before all. Returns what the
 * removed days had counted, as negative numbers.
 */
export async function clearDays(
  db: AccountDb,
  deviceNumber: number,
  range: { openingFrom: string; openingUntil: string | null; countsFrom: string; countsUntil: string | null },
): Promise<DayDifference[]> {
  const from = (day: string) => (day === '' ? '-infinity' : day)
  const until = (day: string | null) => day ?? 'infinity'
  const removed = await db<DayDifference>`
    delete from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and day >= ${from(range.openingFrom)}::date and day < ${until(range.openingUntil)}::date
    returning device_number, day, -cm as cm, -engine_seconds as engine_seconds`
  await db`
    update device_days set locations = 0, ahead = 0, coordinates = 0, accuracy = 0, jump = 0
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and day >= ${from(range.countsFrom)}::date and day < ${until(range.countsUntil)}::date`
  return removed
}

export async function saveOpenings(
  db: AccountDb,
  openings: (Opening & { deviceNumber: number; zone: string })[],
): Promise<void> {
  await db`
    insert into device_days (account_id, device_number, day, zone, opening)
    select ${db.accountId}, device_number, day, zone, state
    from unnest(${openings.map((one) => one.deviceNumber)}::int[], ${openings.map((one) => one.day)}::date[],
      ${openings.map((one) => one.zone)}::text[], ${openings.map((one) => one.state)}::text[])
      as given (device_number, day, zone, state)
    on conflict (account_id, device_number, day) do update set zone = excluded.zone, opening = excluded.opening`
}

/** A day that has only locations dated ahead has no opening. */
export async function saveCounts(
  db: AccountDb,
  counts: (DayCounts & { deviceNumber: number; zone: string })[],
): Promise<void> {
  const column = <K extends keyof DayCounts>(name: K) => counts.map((one) => one[name])
  await db`
    insert into device_days (account_id, device_number, day, zone, locations, ahead, coordinates, accuracy, jump)
    select ${db.accountId}, device_number, day, zone, locations, ahead, coordinates, accuracy, jump
    from unnest(${counts.map((one) => one.deviceNumber)}::int[], ${column('day')}::date[],
      ${counts.map((one) => one.zone)}::text[], ${column('locations')}::int[],
      ${column('ahead')}::int[], ${column('coordinates')}::int[], ${column('accuracy')}::int[], ${column('jump')}::int[])
      as given (device_number, day, zone, locations, ahead, coordinates, accuracy, jump)
    on conflict (account_id, device_number, day) do update set locations = excluded.locations, ahead = excluded.ahead,
      coordinates = excluded.coordinates, accuracy = excluded.accuracy, jump = excluded.jump`
}

export interface DaySpan {
  deviceNumber: number
  first: string
  last: string
}

export function listDays(db: AccountDb, spans: DaySpan[]): Promise<{ deviceNumber: number; day: string }[]> {
  return db<{ deviceNumber: number; day: string }>`
    select d.device_number, d.day
    from unnest(${spans.map((span) => span.deviceNumber)}::int[], ${spans.map((span) => span.first)}::date[],
      ${spans.map((span) => span.last)}::date[]) as given (device_number, first, last)
    join device_days d on d.account_id = ${db.accountId} and d.device_number = given.device_number
      and d.day between given.first and given.last`
}

export interface DayBounds {
  deviceNumber: number
  day: string
  startMs: number
  endMs: number
}

/**
 * What ended segments, and the past days of the open one, add up to in each day. Time is counted in whole seconds of the
 * clock, so that the segments of a day add up to its seconds.
 */
const sumsOf = (accountId: number, bounds: DayBounds[]) => sql`
  select given.device_number, given.day, of_segments.*, of_sums.*
  from unnest(${bounds.map((one) => one.deviceNumber)}::int[], ${bounds.map((one) => one.day)}::date[],
    ${bounds.map((one) => toTimestamp(one.startMs))}::timestamptz[],
    ${bounds.map((one) => toTimestamp(one.endMs))}::timestamptz[]) as given (device_number, day, starts_at, ends_at)
  cross join lateral (
    select count(*) filter (where kind = 'trip' and began_at >= given.starts_at) as trips,
      count(*) filter (where kind = 'stop' and began_at >= given.starts_at) as stops,
      coalesce(sum(seconds) filter (where kind = 'trip'), 0) as trip_seconds,
      coalesce(sum(seconds) filter (where kind = 'stop'), 0) as stop_seconds,
      coalesce(sum(seconds) filter (where kind = 'gap'), 0) as gap_seconds,
      min(began_at) filter (where kind = 'trip' and began_at >= given.starts_at) as first_start_at,
      max(ended_at) filter (where kind = 'trip' and ended_at < given.ends_at) as last_end_at
    from (
      select s.kind, s.began_at, s.ended_at,
        floor(date_part('epoch', least(s.ended_at, given.ends_at)))
          - floor(date_part('epoch', greatest(s.began_at, given.starts_at))) as seconds
      from segments s
      where s.account_id = ${accountId} and s.device_number = given.device_number and s.began_at < given.ends_at
        and s.ended_at > given.starts_at and s.began_at >= coalesce((
          select f.began_at from segments f
          where f.account_id = ${accountId} and f.device_number = given.device_number
            and f.began_at <= given.starts_at
          order by f.began_at desc limit 1), given.starts_at)) as part) as of_segments
  cross join lateral (
    select coalesce(sum(cm), 0) as cm, coalesce(sum(cm) filter (where kind = 'trip'), 0) as trip_cm,
      coalesce(sum(bridged_cm), 0) as bridged_cm, sum(device_cm) as device_cm,
      coalesce(sum(odometer_breaks), 0) as odometer_breaks, coalesce(sum(idle_seconds), 0) as idle_seconds,
      coalesce(sum(idlings), 0) as idlings, sum(engine_seconds) as engine_seconds, max(top_speed) as top_speed
    from (
      select s.kind, s.cm, s.bridged_cm, s.device_cm, s.odometer_breaks, s.idle_seconds, s.idlings, s.engine_seconds,
        s.top_speed
      from segments s
      where s.account_id = ${accountId} and s.device_number = given.device_number and s.day = given.day
        and s.began_at >= given.starts_at and s.began_at < given.ends_at
      union all
      select s.kind, s.cm, s.bridged_cm, s.device_cm, s.odometer_breaks, s.idle_seconds, s.idlings, s.engine_seconds,
        s.top_speed
      from segment_days s
      where s.account_id = ${accountId} and s.device_number = given.device_number and s.day = given.day) as part)
    as of_sums`

/** Writes these sums, and returns the differences from the former ones. */
export function refreshSums(db: AccountDb, bounds: DayBounds[]): Promise<DayDifference[]> {
  return db<DayDifference>`
    update device_days d set trips = sums.trips, stops = sums.stops, trip_seconds = sums.trip_seconds,
      stop_seconds = sums.stop_seconds, gap_seconds = sums.gap_seconds, first_start_at = sums.first_start_at,
      last_end_at = sums.last_end_at, cm = sums.cm, trip_cm = sums.trip_cm, bridged_cm = sums.bridged_cm,
      device_cm = sums.device_cm, odometer_breaks = sums.odometer_breaks, idle_seconds = sums.idle_seconds,
      idlings = sums.idlings, engine_seconds = sums.engine_seconds, top_speed = sums.top_speed
    from (${sumsOf(db.accountId, bounds)}) as sums
    join device_days was on was.account_id = ${db.accountId} and was.device_number = sums.device_number
      and was.day = sums.day
    where d.account_id = ${db.accountId} and d.device_number = sums.device_number and d.day = sums.day
    returning d.device_number, d.day, d.cm - was.cm as cm,
      case when num_nonnulls(d.engine_seconds, was.engine_seconds) > 0
        then coalesce(d.engine_seconds, 0) - coalesce(was.engine_seconds, 0) end as engine_seconds`
}

/** Days that were not refreshed when they should have been. */
export function listWrongSums(
  db: AccountDb,
  bounds: DayBounds[],
): Promise<{ deviceNumber: number; day: string }[]> {
  return db<{ deviceNumber: number; day: string }>`
    select d.device_number, d.day
    from (${sumsOf(db.accountId, bounds)}) as sums
    join device_days d on d.account_id = ${db.accountId} and d.device_number = sums.device_number and d.day = sums.day
    where row(d.trips, d.stops, d.trip_seconds, d.stop_seconds, d.gap_seconds, d.first_start_at, d.last_end_at,
      d.cm, d.trip_cm, d.bridged_cm, d.device_cm, d.odometer_breaks, d.idle_seconds, d.idlings,
      d.engine_seconds, d.top_speed)
      is distinct from row(sums.trips, sums.stops, sums.trip_seconds, sums.stop_seconds, sums.gap_seconds, sums.first_start_at,
      sums.last_end_at, sums.cm, sums.trip_cm, sums.bridged_cm, sums.device_cm, sums.odometer_breaks,
      sums.idle_seconds, sums.idlings, sums.engine_seconds, sums.top_speed)`
}
