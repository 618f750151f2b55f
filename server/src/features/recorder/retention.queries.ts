import type { AccountDb, Db } from '../../platform/db/db.ts'

/** The function runs as the owner of the tables: the role of the application owns none. */
export async function ensurePartitions(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ made: number }>`select ensure_location_partitions(${now}) as made`
  return row?.made ?? 0
}

/** Waits for concurrent creation of partitions, which takes the same lock: both lock several tables. */
export async function dropOldPartitions(db: Db, now: Date): Promise<string[]> {
  const [row] = await db<{ dropped: string[] }>`
    with locked as materialized (select pg_advisory_xact_lock(hashtext('location_partitions')))
    select drop_old_location_partitions(${now}) as dropped from locked`
  return row?.dropped ?? []
}

/** Rows without a partition of their week: partitions are not maintained. Locks one table at a time. */
export async function countUnplaced(db: Db): Promise<number> {
  const [short] = await db<{ rows: number }>`select count(*) as rows from locations_short_default`
  const [standard] = await db<{ rows: number }>`select count(*) as rows from locations_standard_default`
  return (short?.rows ?? 0) + (standard?.rows ?? 0)
}

/** At most `limit` rows, so that no statement takes long. Returns how many were deleted. */
export async function deleteHistory(db: AccountDb, deviceNumber: number, limit: number): Promise<number> {
  const rows = await db`
    delete from locations l using (
      select device_number, fixed_at, fingerprint, class from locations
      where account_id = ${db.accountId} and device_number = ${deviceNumber} limit ${limit}) as old
    where l.account_id = ${db.accountId} and l.device_number = old.device_number and l.fixed_at = old.fixed_at
      and l.fingerprint = old.fingerprint and l.class = old.class
    returning l.class`
  return rows.length
}

export async function deleteOldChanges(db: Db, before: Date): Promise<void> {
  await db`delete from directory_changes where at < ${before}`
}

export async function deleteOldQuarantine(db: Db, before: Date): Promise<void> {
  await db`delete from quarantine where last_seen_at < ${before}`
}
