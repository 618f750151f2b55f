// The manifest: which object has which locations.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { ArchivedWeek, ClassWeek, PartOfDevice } from './archive.types.ts'
import type { WrittenFile } from './file/written-file.types.ts'

const weekMs = 7 * 86_400_000

/** Before this instant, locations can be in the archive. */
export async function findBorder(db: Db): Promise<Date | null> {
  const [row] = await db<{ until: Date | null }>`select max(closed_until) as until from archive_borders`
  return row?.until ?? null
}

/** Weeks that ended before an instant, oldest first, and were not dropped: those with a partition, and those in progress. */
export function listDueWeeks(db: Db, endedBefore: Date): Promise<ClassWeek[]> {
  return db<ClassWeek>`
    select r.class, to_char(partition.week, 'YYYY-MM-DD') as week
    from retention_classes r
    cross join lateral (
      select to_date(substring(relname from ('^locations_' || r.name || '_([0-9]{8})$')), 'YYYYMMDD') as week
      from pg_class where relkind = 'r' and relname like 'locations_%') as partition
    where partition.week + 7 <= (${endedBefore}::timestamptz at time zone 'UTC')::date
    order by partition.week, r.class`
}

export async function findWeek(
  db: Db,
  { class: ofClass, week }: ClassWeek,
): Promise<ArchivedWeek | undefined> {
  const [row] = await db<ArchivedWeek>`
    select class, to_char(week, 'YYYY-MM-DD') as week, closed_at, archived_at, dropped_at, locations
    from archive_weeks where class = ${ofClass} and week = ${week}::date`
  return row
}

export interface WeekSize extends Omit<ArchivedWeek, 'class'> {
  class: string
  objects: number
  bytes: number
}

export function listWeeks(db: Db): Promise<WeekSize[]> {
  return db<WeekSize>`
    select r.name as class, to_char(w.week, 'YYYY-MM-DD') as week, w.closed_at, w.archived_at, w.dropped_at, w.locations,
      count(o.object_id)::int as objects, coalesce(sum(o.bytes), 0)::float8 as bytes
    from archive_weeks w join retention_classes r using (class)
    left join archive_objects o on o.class = w.class and o.week = w.week
    group by r.name, w.class, w.week order by w.week, w.class`
}

/** False if there is no such partition. */
export async function closeWeek(db: Db, { class: ofClass, week }: ClassWeek): Promise<boolean> {
  const [row] = await db<{ closed: boolean }>`
    select close_location_week(${ofClass}::smallint, ${week}::date) as closed`
  return row!.closed
}

export async function dropWeek(db: Db, { class: ofClass, week }: ClassWeek): Promise<boolean> {
  const [row] = await db<{ dropped: boolean }>`
    select drop_archived_week(${ofClass}::smallint, ${week}::date) as dropped`
  return row!.dropped
}

/** Of the application, which sees only its own. */
export async function hasOlderTransaction(db: Db, at: Date): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start <= ${at}) as found`
  return row!.found
}

/** From now on reads use the objects. */
export async function markArchived(
  db: Db,
  { class: ofClass, week }: ClassWeek,
  locations: number,
  at: Date,
): Promise<void> {
  await db`
    update archive_weeks set archived_at = ${at}, locations = ${locations}
    where class = ${ofClass} and week = ${week}::date and archived_at is null`
}

export function listObjects(db: Db, { class: ofClass, week }: ClassWeek): Promise<{ key: string }[]> {
  return db<{ key: string }>`
    select key from archive_objects where class = ${ofClass} and week = ${week}::date order by key`
}

export interface ArchiveState {
  objects: number
  bytes: number
  newest: { key: string; bytes: number } | null
  /** When the oldest week was closed that is not archived yet. */
  unfinishedSince: Date | null
}

export async function findState(db: Db): Promise<ArchiveState> {
  const [row] = await db<ArchiveState>`
    select count(*)::int as objects, coalesce(sum(bytes), 0)::float8 as bytes,
      (select json_build_object('key', key, 'bytes', bytes) from archive_objects order by object_id desc limit 1) as newest,
      (select min(closed_at) from archive_weeks where archived_at is null) as unfinished_since
    from archive_objects`
  return row!
}

export function pageObjects(
  db: Db,
  after: number,
  limit: number,
): Promise<{ objectId: number; key: string; bytes: number; locations: number }[]> {
  return db<{ objectId: number; key: string; bytes: number; locations: number }>`
    select object_id, key, bytes, locations from archive_objects
    where object_id > ${after} order by object_id limit ${limit}`
}

export async function hasObject(db: Db, key: string): Promise<boolean> {
  const rows = await db`select from archive_objects where key = ${key}`
  return rows.length > 0
}

/** Its bytes are removed later: reads that began before still use them. Returns how many locations it had. */
export async function forgetObject(db: Db, key: string, at: Date): Promise<number | undefined> {
  const [row] = await db<{ locations: number }>`
    with gone as (delete from archive_objects where key = ${key} returning key, locations),
    removed as (
      insert into archive_removals (key, removed_at) select key, ${at}::timestamptz from gone on conflict do nothing)
    select locations from gone`
  return row?.locations
}

/** It is about to be stored: if it is never registered, it is removed like one that was replaced. */
export async function planObject(db: Db, key: string, at: Date): Promise<void> {
  await db`
    insert into archive_removals (key, removed_at) values (${key}, ${at})
    on conflict (key) do update set removed_at = excluded.removed_at`
}

/** False if it was given up. */
export async function endPlan(db: Db, key: string): Promise<boolean> {
  const rows = await db`delete from archive_removals where key = ${key} returning key`
  return rows.length > 0
}

/** Without those that failed lately. */
export function listRemovals(db: Db, before: Date, at: Date): Promise<{ key: string }[]> {
  return db<{ key: string }>`
    select key from archive_removals r
    where removed_at < ${before} and not exists (select from archive_objects o where o.key = r.key) and not exists (
      select from archive_failures f where f.step = 'remove' and f.subject = r.key and f.retry_at > ${at})
    order by removed_at limit 1000`
}

export async function endRemoval(db: Db, key: string): Promise<void> {
  await db`delete from archive_removals where key = ${key}`
}

export interface ObjectToRewrite extends ClassWeek {
  objectId: number
  key: string
  bytes: number
}

/** Of archived weeks, without those that failed lately. Forgets what is done: the objects were removed. */
export async function listRewrites(db: Db, at: Date, limit: number): Promise<ObjectToRewrite[]> {
  await db`
    delete from archive_rewrites r
    where not exists (select from archive_objects o where o.object_id = r.object_id)
      and not exists (select from archive_removals m where m.key = r.key)`
  return db<ObjectToRewrite>`
    select o.object_id, o.key, o.class, to_char(o.week, 'YYYY-MM-DD') as week, o.bytes
    from archive_objects o
    join archive_weeks w on w.class = o.class and w.week = o.week and w.archived_at is not null
    where o.object_id in (select object_id from archive_rewrites) and not exists (
      select from archive_failures f where f.step = 'rewrite' and f.subject = o.key and f.retry_at > ${at})
    order by o.object_id limit ${limit}`
}

/** A part as it is in the file, in its order. */
export interface RemainingPart {
  groupNumber: number
  firstRow: number
  rows: number
}

export function listRemaining(db: Db, objectId: number): Promise<RemainingPart[]> {
  return db<RemainingPart>`
    select group_number, first_row, locations as rows from archive_parts
    where object_id = ${objectId} order by first_row`
}

/** Objects of weeks that their class no longer keeps. */
export function listExpired(db: Db, at: Date): Promise<{ key: string }[]> {
  return db<{ key: string }>`
    select o.key from archive_objects o join retention_classes r on r.class = o.class
    where o.week + 7 < (${at}::timestamptz at time zone 'UTC')::date - r.keep_days limit 1000`
}

/** Whole weeks of the account that are older, so that an object is written again once. Returns how many parts they had. */
export async function deletePartsBefore(db: AccountDb, before: Date): Promise<number> {
  const rows = await db`
    delete from archive_parts
    where account_id = ${db.accountId} and last_fixed_at < date_trunc('week', ${before}::timestamptz, 'UTC')
    returning object_id`
  return rows.length
}

export async function addObject(
  db: Db,
  { class: ofClass, week }: ClassWeek,
  key: string,
  { bytes, rows, groups }: WrittenFile,
): Promise<number> {
  const [row] = await db<{ objectId: number }>`
    insert into archive_objects (key, class, week, bytes, locations)
    values (${key}, ${ofClass}, ${week}::date, ${bytes}, ${rows}) returning object_id`
  const { objectId } = row!
  await db`
    insert into archive_groups (object_id, number, first_row, locations, at_byte, bytes, crc32)
    select ${objectId}, ordinal - 1, first_row, locations, at_byte, bytes, crc32
    from unnest(${groups.map((one) => one.firstRow)}::int[], ${groups.map((one) => one.rows)}::int[],
      ${groups.map((one) => one.offset)}::bigint[], ${groups.map((one) => one.bytes)}::int[],
      ${groups.map((one) => one.crc32)}::bigint[])
      with ordinality as g (first_row, locations, at_byte, bytes, crc32, ordinal)`
  return objectId
}

export interface NewPart {
  accountId: number
  deviceNumber: number
  groupNumber: number
  firstFixedAtMs: number
  lastFixedAtMs: number
  firstRow: number
  rows: number
}

/**
 * Without those of devices that were deleted meanwhile, or have no part of the replaced object any more: returns their
 * accounts.
 */
export async function addParts(
  db: Db,
  objectId: number,
  parts: NewPart[],
  replacedKey: string | undefined,
): Promise<number[]> {
  const rows = await db<{ accountId: number; deviceNumber: number }>`
    insert into archive_parts (account_id, device_number, object_id, group_number, first_fixed_at, last_fixed_at,
      first_row, locations)
    select p.account_id, p.device_number, ${objectId}, p.group_number, to_timestamp(p.first_ms / 1000.0),
      to_timestamp(p.last_ms / 1000.0), p.first_row, p.locations
    from unnest(${parts.map((one) => one.accountId)}::int[], ${parts.map((one) => one.deviceNumber)}::int[],
      ${parts.map((one) => one.groupNumber)}::int[], ${parts.map((one) => one.firstFixedAtMs)}::float8[],
      ${parts.map((one) => one.lastFixedAtMs)}::float8[], ${parts.map((one) => one.firstRow)}::int[],
      ${parts.map((one) => one.rows)}::int[])
      as p (account_id, device_number, group_number, first_ms, last_ms, first_row, locations)
    join devices d on d.account_id = p.account_id and d.number = p.device_number
    where ${replacedKey ?? null}::text is null or exists (
      select from archive_parts f join archive_objects o using (object_id)
      where f.account_id = p.account_id and f.device_number = p.device_number and o.key = ${replacedKey ?? null}::text)
    returning account_id, device_number`
  if (rows.length === parts.length) return []
  const added = new Set(rows.map(({ deviceNumber }) => deviceNumber))
  return parts.filter(({ deviceNumber }) => !added.has(deviceNumber)).map(({ accountId }) => accountId)
}

/** It has locations of these accounts without a part. */
export async function addRewrite(db: Db, objectId: number, accounts: number[]): Promise<void> {
  await db`
    insert into archive_rewrites
    select object_id, key, of_account from archive_objects, unnest(${accounts}::int[]) as of_account
    where object_id = ${objectId}`
}

/** The first parts of each device that overlap a period, from its beginning or its end on. In the order of reading. */
export function listParts(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { offset, limit, isDescending }: { offset: number; limit: number; isDescending: boolean },
): Promise<PartOfDevice[]> {
  const direction = isDescending ? sql`desc` : sql`asc`
  // No part is longer than a week.
  return db<PartOfDevice>`
    select of.device_number, part.key, part.class, part.at_byte as "offset", part.bytes, part.crc32, part.locations as rows
    from unnest(${deviceNumbers}::int[]) as of (device_number)
    cross join lateral (
      select o.key, o.class, g.at_byte, g.bytes, g.crc32, g.locations, p.first_fixed_at, p.object_id, p.group_number
      from archive_parts p
      join archive_groups g on g.object_id = p.object_id and g.number = p.group_number
      join archive_objects o on o.object_id = p.object_id
      join archive_weeks w on w.class = o.class and w.week = o.week
      where p.account_id = ${db.accountId} and p.device_number = of.device_number and w.archived_at is not null
        and p.first_fixed_at < ${toTimestamp(toMs)}::timestamptz
        and p.first_fixed_at > ${toTimestamp(fromMs - weekMs)}::timestamptz
        and p.last_fixed_at >= ${toTimestamp(fromMs)}::timestamptz
      order by p.first_fixed_at ${direction}, p.object_id ${direction}, p.group_number ${direction}
      offset ${offset} limit ${limit}) as part
    order by of.device_number, part.first_fixed_at ${direction}, part.object_id ${direction}, part.group_number ${direction}`
}
