// Copies an account's rows to another PostgreSQL and replicates their changes: logical replication, filtered by
// account. Triggers and foreign keys are disabled on the target.

import type { Db } from '../../platform/db/db.ts'

/** Tables with an account number that belong to the cell: moves, their buffered locations, cache invalidations. */
export const excludedTables = ['moves', 'buffered_locations', 'rulebook_changes']

/** Tables whose rows are of a time, and of a device or sensor: they may be large, so that most of them are compared before the pause. */
const histories: Record<string, { time: string; owner: string; ownerNumber: string }> = {
  locations: { time: 'fixed_at', owner: 'devices', ownerNumber: 'device_number' },
  device_statuses: { time: 'at', owner: 'devices', ownerNumber: 'device_number' },
  segments: { time: 'began_at', owner: 'devices', ownerNumber: 'device_number' },
  device_days: { time: 'day', owner: 'devices', ownerNumber: 'device_number' },
  visits: { time: 'entered_at', owner: 'devices', ownerNumber: 'device_number' },
  driver_sessions: { time: 'began_at', owner: 'devices', ownerNumber: 'device_number' },
  fuel_stops: { time: 'began_at', owner: 'fuel_sensors', ownerNumber: 'sensor_number' },
}
export const historyTables = Object.keys(histories)

export interface MovedTable {
  name: string
  isLocations: boolean
  /** The replica identity contains the account, so updates and deletes can be filtered by it. */
  isReplicable: boolean
}

/** Every table with an account number except those. Partitions are replicated with their parent. */
export function listMovedTables(db: Db): Promise<MovedTable[]> {
  return db<MovedTable>`
    select c.relname::text as name, c.relname = 'locations' as is_locations,
      c.relreplident = 'f' or exists (
        select from pg_index i where i.indrelid = c.oid and c.relreplident = 'd' and i.indisprimary
          and a.attnum = any(i.indkey)) as is_replicable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${excludedTables}::text[])
    order by c.relname`
}

const nameOf = (accountId: number) => `rastro_move_${Number(accountId)}`

export async function publishAccount(db: Db, accountId: number, tables: MovedTable[]): Promise<void> {
  const name = nameOf(accountId)
  const filtered = tables.map((table) => `${table.name} where (account_id = ${Number(accountId)})`)
  await db.text(`create publication ${name} for table ${filtered.join(', ')}
    with (publish = 'insert, update, delete', publish_via_partition_root = true)`)
  await db`select pg_create_logical_replication_slot(${name}, 'pgoutput')`
}

/** The slot is created separately, so that both cells may be databases of one server. */
export async function subscribeAccount(db: Db, accountId: number, sourceUrl: string): Promise<void> {
  const name = nameOf(accountId)
  const quoted = `'${sourceUrl.replaceAll("'", "''")}'`
  await db.text(`create subscription ${name} connection ${quoted} publication ${name}
    with (create_slot = false, slot_name = ${name}, copy_data = true)`)
}

export async function unsubscribeAccount(db: Db, accountId: number): Promise<void> {
  const name = nameOf(accountId)
  const found = await db`select from pg_subscription where subname = ${name}`
  if (found.length === 0) return
  await db.text(`alter subscription ${name} disable`)
  await db.text(`alter subscription ${name} set (slot_name = none)`)
  await db.text(`drop subscription ${name}`)
}

/** Also drops the slots of interrupted table copies. */
export async function dropPublication(
  db: Db,
  accountId: number,
  subscription: number | undefined,
): Promise<void> {
  const name = nameOf(accountId)
  await db`
    select pg_terminate_backend(active_pid) from pg_replication_slots
    where active and (slot_name = ${name} or slot_name like ${`pg_${subscription ?? 0}_sync_%`})`
  for (let tries = 0; tries < 50; tries += 1) {
    const [row] = await db<{ active: boolean }>`
      select bool_or(active) as active from pg_replication_slots
      where slot_name = ${name} or slot_name like ${`pg_${subscription ?? 0}_sync_%`}`
    if (!row?.active) break
    await db`select pg_sleep(0.1)`
  }
  await db`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name = ${name} or slot_name like ${`pg_${subscription ?? 0}_sync_%`}`
  await db.text(`drop publication if exists ${name}`)
}

export async function findSubscription(db: Db, accountId: number): Promise<number | undefined> {
  const [row] = await db<{ oid: number }>`
    select oid::bigint as oid from pg_subscription where subname = ${nameOf(accountId)}`
  return row?.oid
}

export interface CopyState {
  tables: number
  ready: number
  errors: number
}

export async function findCopyState(db: Db, accountId: number): Promise<CopyState> {
  const [row] = await db<CopyState>`
    select count(*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as ready,
      (select coalesce(sum(e.apply_error_count + e.sync_error_count), 0)::int
        from pg_stat_subscription_stats e where e.subid = s.oid) as errors
    from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
    where s.subname = ${nameOf(accountId)} group by s.oid`
  return row ?? { tables: 0, ready: 0, errors: 0 }
}

/** Bytes of the source's WAL that the target has not confirmed yet. */
export async function findLag(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), confirmed_flush_lsn)::bigint as bytes
    from pg_replication_slots where slot_name = ${nameOf(accountId)}`
  return row?.bytes ?? Number.POSITIVE_INFINITY
}

export async function findEnd(db: Db): Promise<string> {
  const [row] = await db<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`
  return row!.lsn
}

export async function hasReached(db: Db, accountId: number, lsn: string): Promise<boolean> {
  const [row] = await db<{ reached: boolean }>`
    select confirmed_flush_lsn >= ${lsn}::pg_lsn as reached
    from pg_replication_slots where slot_name = ${nameOf(accountId)}`
  return row?.reached ?? false
}

export interface Fingerprint {
  rows: number
  hash: string
}

/** Covers all rows of the account, independent of order. */
export async function fingerprintTable(db: Db, table: string, accountId: number): Promise<Fingerprint> {
  const [row] = (await db.text(
    `select count(*)::bigint as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash
     from ${table} t where account_id = $1`,
    [accountId],
  )) as unknown as Fingerprint[]
  return row!
}

export interface OwnerFingerprint extends Fingerprint {
  /** The number of the device or sensor. */
  owner: number
}

/** Covers the rows of each device or sensor in a time range. Read by key, so that other accounts' history costs nothing. */
export function fingerprintHistory(
  db: Db,
  table: string,
  accountId: number,
  { from, to }: { from: Date; to: Date },
): Promise<OwnerFingerprint[]> {
  const { time, owner, ownerNumber } = histories[table]!
  return db.text(
    `select o.number as owner, h.rows, h.hash
     from ${owner} o cross join lateral (
       select count(*)::bigint as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash
       from ${table} t
       where t.account_id = $1 and t.${ownerNumber} = o.number and t.${time} >= $2::timestamptz
         and t.${time} < $3::timestamptz) as h
     where o.account_id = $1 order by o.number`,
    [accountId, from, to],
  ) as unknown as Promise<OwnerFingerprint[]>
}
