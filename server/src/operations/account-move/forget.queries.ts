// Removes what an account left behind, a bounded number of rows at a time.

import type { Db } from '../../platform/db/db.ts'

/** Triggers and foreign keys rest, as they do while rows are copied: what is removed here is not deleted, it lives elsewhere. */
export async function restTriggers(db: Db): Promise<void> {
  await db.text('set session_replication_role = replica')
}

export async function deleteSome(db: Db, table: string, accountId: number, most: number): Promise<number> {
  const [row] = (await db.text(
    `with gone as (
       delete from ${table} where ctid = any(array(select ctid from ${table} where account_id = $1 limit $2)) returning 1)
     select count(*)::int as count from gone`,
    [accountId, most],
  )) as unknown as { count: number }[]
  return row!.count
}

/** History has no index by account; it goes device by device. */
export async function deleteSomeLocations(db: Db, device: number, most: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    with old as (
      select tableoid, ctid from locations where device_number = ${device} order by fixed_at limit ${most}),
    gone as (
      delete from locations l using old where l.tableoid = old.tableoid and l.ctid = old.ctid
        and l.device_number = ${device} returning 1)
    select count(*)::int as count from gone`
  return row!.count
}

/** Whose history is still there, also that of devices that were deleted. Reads all of it, and so comes last. */
export async function listDevicesWithHistory(db: Db, accountId: number): Promise<number[]> {
  const rows = await db<{ device: number }>`
    select distinct device_number as device from locations where account_id = ${accountId}`
  return rows.map(({ device }) => device)
}
