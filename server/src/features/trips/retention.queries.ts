import type { AccountDb, Db } from '../../platform/db/db.ts'

/** The functions run as the owner of the tables: the role of the application owns none. */
export async function ensurePartitions(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ made: number }>`select ensure_trip_partitions(${now}) as made`
  return row?.made ?? 0
}

export async function dropOldPartitions(db: Db, segmentsFrom: Date, daysFrom: Date): Promise<string[]> {
  const [row] = await db<{ dropped: string[] }>`
    select drop_old_trip_partitions(${segmentsFrom}, (${daysFrom}::timestamptz at time zone 'UTC')::date) as dropped`
  return row?.dropped ?? []
}

export async function listMissingPartitions(db: Db, now: Date): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select name from (
      select 'segments_' || to_char((${now}::timestamptz at time zone 'UTC') + make_interval(months => n), 'YYYYMM') as name
      from generate_series(0, 1) as n
      union all
      select 'device_days_' || to_char(${now}::timestamptz at time zone 'UTC', 'YYYY')) as wanted
    where to_regclass(name) is null order by 1`
  return rows.map(({ name }) => name)
}

export async function hasUnplaced(db: Db, since: Date): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`
    select exists (select from segments_default where began_at >= ${since})
      or exists (select from device_days_default where day >= (${since}::timestamptz at time zone 'UTC')::date) as yes`
  return row!.yes
}

export function pageDevices(db: AccountDb, after: number, limit: number): Promise<{ number: number }[]> {
  return db<{ number: number }>`
    select number from devices where account_id = ${db.accountId} and number > ${after} order by number limit ${limit}`
}

/** Numbers are given in the order of time, so that the oldest come first. */
export async function deleteOldCorrections(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from segment_corrections c using (
      select number from segment_corrections where account_id = ${db.accountId} order by number limit ${limit}) as oldest
    where c.account_id = ${db.accountId} and c.number = oldest.number and c.at < ${before}
    returning c.number`
  return rows.length
}

export async function deleteOldSegmentDays(
  db: AccountDb,
  deviceNumbers: number[],
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await db`
    delete from segment_days s using (
      select old.device_number, old.began_at, old.day
      from unnest(${deviceNumbers}::int[]) as given (device_number)
      cross join lateral (
        select d.device_number, d.began_at, d.day from segment_days d
        where d.account_id = ${db.accountId} and d.device_number = given.device_number and d.began_at < ${before}
        limit ${limit}) as old
      limit ${limit}) as gone
    where s.account_id = ${db.accountId} and s.device_number = gone.device_number and s.began_at = gone.began_at
      and s.day = gone.day
    returning s.day`
  return rows.length
}

export async function deleteSegments(db: AccountDb, deviceNumber: number, limit: number): Promise<number> {
  const rows = await db`
    delete from segments s using (
      select began_at from segments
      where account_id = ${db.accountId} and device_number = ${deviceNumber} limit ${limit}) as old
    where s.account_id = ${db.accountId} and s.device_number = ${deviceNumber} and s.began_at = old.began_at
    returning s.began_at`
  return rows.length
}

export async function deleteDays(db: AccountDb, deviceNumber: number, limit: number): Promise<number> {
  const rows = await db`
    delete from device_days d using (
      select day from device_days
      where account_id = ${db.accountId} and device_number = ${deviceNumber} limit ${limit}) as old
    where d.account_id = ${db.accountId} and d.device_number = ${deviceNumber} and d.day = old.day
    returning d.day`
  return rows.length
}

/** Settings of groups and devices that were deleted. */
export async function deleteOrphanedSettings(db: AccountDb): Promise<void> {
  await db`
    delete from trip_settings s
    where s.account_id = ${db.accountId} and s.subject <> 'account'
      and not exists (select from devices d where d.account_id = s.account_id and d.id = s.subject)
      and not exists (select from groups g where g.account_id = s.account_id and g.id = s.subject)`
}
