// Late locations of archived weeks: where they are, and which of them objects have meanwhile.

import type { Db } from '../../platform/db/db.ts'
import type { ClassWeek } from './archive.types.ts'
import type { WeekBounds } from './archiver.queries.ts'

/** The class of late locations is so much higher than the class that they belong to. */
export const lateClassOffset = 100

export interface MergeLimits {
  /** A week is merged from so many late locations on… */
  minRows: number
  /** …if they are such a share of its locations, or more than `manyRows`. */
  minShare: number
  manyRows: number
  /** Of a week, since the last time. */
  pauseHours: number
}

/** Dropped weeks with many late locations, those with the most first. */
export function listMergeable(
  db: Db,
  at: Date,
  { minRows, minShare, manyRows, pauseHours }: MergeLimits,
  limit: number,
): Promise<ClassWeek[]> {
  return db<ClassWeek>`
    select w.class, to_char(w.week, 'YYYY-MM-DD') as week
    from (
      select class - ${lateClassOffset}::int as class, date_trunc('week', fixed_at, 'UTC')::date as week, count(*) as rows
      from locations where class > ${lateClassOffset} group by 1, 2 having count(*) >= ${minRows}) as late
    join archive_weeks w on w.class = late.class and w.week = late.week and w.dropped_at is not null
    left join archive_merges m on m.class = w.class and m.week = w.week
    where late.rows >= least(w.locations * ${minShare}::float8, ${manyRows})
      and (m.merged_at is null or (m.ended_at is not null and m.merged_at < ${at}::timestamptz - make_interval(hours => ${pauseHours})))
    order by late.rows desc, w.week, w.class limit ${limit}`
}

export interface LateDevice {
  accountId: number
  deviceNumber: number
  /** That has its other locations of the week; null if none has. */
  objectId: number | null
}

/** In the order of files. */
export function listLateDevices(
  db: Db,
  { class: ofClass, from, to, week }: WeekBounds,
  limit: number,
): Promise<LateDevice[]> {
  return db<LateDevice>`
    select late.account_id, late.device_number, (
      select max(p.object_id) from archive_parts p join archive_objects o using (object_id)
      where p.account_id = late.account_id and p.device_number = late.device_number and o.class = ${ofClass} and o.week = ${week}::date
      ) as object_id
    from (
      select distinct account_id, device_number from locations
      where class = ${ofClass + lateClassOffset} and fixed_at >= ${from} and fixed_at < ${to}) as late
    order by late.account_id, late.device_number limit ${limit}`
}

export async function findObject(
  db: Db,
  objectId: number,
): Promise<{ key: string; bytes: number } | undefined> {
  const [row] = await db<{ key: string; bytes: number }>`
    select key, bytes from archive_objects where object_id = ${objectId}`
  return row
}

export async function noteMerge(db: Db, { class: ofClass, week }: ClassWeek, at: Date): Promise<void> {
  await db`
    insert into archive_merges (class, week, merged_at) values (${ofClass}, ${week}::date, ${at})
    on conflict (class, week) do update set merged_at = excluded.merged_at, ended_at = null`
}

/** Weeks that were merged before an instant, and whose late locations are still in the database. */
export function listUnended(
  db: Db,
  before: Date,
  limit: number,
): Promise<(ClassWeek & { mergedAt: Date })[]> {
  return db<ClassWeek & { mergedAt: Date }>`
    select class, to_char(week, 'YYYY-MM-DD') as week, merged_at from archive_merges
    where ended_at is null and merged_at < ${before} order by merged_at, class, week limit ${limit}`
}

export async function endMerge(db: Db, { class: ofClass, week }: ClassWeek, at: Date): Promise<void> {
  await db`
    with counted as (
      update archive_weeks w
      set locations = (select coalesce(sum(o.locations), 0) from archive_objects o where o.class = w.class and o.week = w.week)
      where class = ${ofClass} and week = ${week}::date)
    update archive_merges set ended_at = ${at} where class = ${ofClass} and week = ${week}::date`
}

/** Of late locations of a device, those that are given, as they are given. A report that was sent again later stays. */
export async function deleteMerged(
  db: Db,
  ofClass: number,
  deviceNumber: number,
  rows: { fixedAtMs: number[]; receivedAtMs: number[]; fingerprint: number[] },
): Promise<number> {
  const deleted = await db`
    delete from locations l
    using unnest(${rows.fixedAtMs}::float8[], ${rows.receivedAtMs}::float8[], ${rows.fingerprint}::int[])
      as archived (fixed_ms, received_ms, fingerprint)
    where l.device_number = ${deviceNumber} and l.class = ${ofClass + lateClassOffset}
      and l.fixed_at = to_timestamp(archived.fixed_ms / 1000.0) and l.fingerprint = archived.fingerprint
      and round(date_part('epoch', l.received_at) * 1000) = archived.received_ms
    returning 1 as one`
  return deleted.length
}
