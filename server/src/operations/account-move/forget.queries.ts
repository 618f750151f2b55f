// Removes the rows of a moved account in batches.

import type { Db } from '../../platform/db/db.ts'

/** Disables triggers and foreign keys, as during the copy: the rows still exist in the other cell. */
export async function disableTriggers(db: Db): Promise<void> {
  await db.text('set session_replication_role = replica')
}

/** A ctid is unique within a partition only: the account must be part of the condition. */
export async function deleteSome(db: Db, table: string, accountId: number, limit: number): Promise<number> {
  const [row] = (await db.text(
    `with gone as (
       delete from ${table} where account_id = $1
         and ctid = any(array(select ctid from ${table} where account_id = $1 limit $2)) returning 1)
     select count(*)::int as count from gone`,
    [accountId, limit],
  )) as unknown as { count: number }[]
  return row!.count
}

/** History has no index by account, so it is removed by device. */
export async function deleteSomeLocations(db: Db, device: number, limit: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    with old as (
      select tableoid, ctid from locations where device_number = ${device} order by fixed_at limit ${limit}),
    gone as (
      delete from locations l using old where l.tableoid = old.tableoid and l.ctid = old.ctid
        and l.device_number = ${device} returning 1)
    select count(*)::int as count from gone`
  return row!.count
}

/** Devices with remaining history, including deleted ones. Scans all history, so it runs last. */
export async function listDevicesWithHistory(db: Db, accountId: number): Promise<number[]> {
  const rows = await db<{ device: number }>`
    select distinct device_number as device from locations where account_id = ${accountId}`
  return rows.map(({ device }) => device)
}
