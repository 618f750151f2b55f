// Reads the catalogue and runtime state of PostgreSQL, and none of our tables.

import type { Db } from '../../platform/db/db.ts'

export interface Server {
  versionNumber: number
  version: string
  encoding: string
  database: string
  role: string
  isBootstrap: boolean
  isSuperuser: boolean
  bypassesRls: boolean
  /** Up to five relations that the role owns. */
  owned: string[]
  /** The owner of our tables, if they exist. */
  tableOwner: string | null
  /** Negative for no limit. */
  roleConnections: number
  databaseConnections: number
  extensions: string[]
}

export async function findServer(db: Db): Promise<Server> {
  const [row] = await db<Server>`
    select current_setting('server_version_num')::int as version_number,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      d.datname as database, d.datconnlimit as database_connections,
      r.rolname as role, r.oid = 10 as is_bootstrap, r.rolsuper as is_superuser, r.rolbypassrls as bypasses_rls,
      r.rolconnlimit as role_connections,
      array(
        select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^(pg_|information_schema)'
        order by 1 limit 5) as owned,
      (select pg_get_userbyid(c.relowner)::text from pg_class c where c.oid = to_regclass('public.accounts')) as table_owner,
      array(select e.extname::text from pg_extension e) as extensions
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`
  return row!
}

export interface Setting {
  name: string
  setting: string
  /** `configuration file`, `command line`, `database`, `user` or `default`. */
  source: string
}

export function listSettings(db: Db): Promise<Setting[]> {
  return db<Setting>`select name, setting, source from pg_settings where source <> 'override' or name = 'data_checksums'`
}

export async function findClock(db: Db): Promise<Date> {
  const [row] = await db<{ at: Date }>`select clock_timestamp() as at`
  return row!.at
}

export async function listUnknownZones(db: Db, zones: string[]): Promise<string[]> {
  const rows = await db<{ zone: string }>`
    select zone from unnest(${zones}::text[]) as zone
    where lower(zone) not in (select lower(name) from pg_timezone_names)`
  return rows.map(({ zone }) => zone)
}

export interface Slot {
  name: string
  isActive: boolean
  retainedBytes: number
}

export function listSlots(db: Db): Promise<Slot[]> {
  return db<Slot>`
    select slot_name::text as name, active as is_active,
      coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end,
        restart_lsn), 0)::float8 as retained_bytes
    from pg_replication_slots order by 1`
}

export interface LongTransaction {
  pid: number
  state: string
  client: string
  seconds: number
}

/** Includes other roles only if ours may read all statistics. */
export function listLongTransactions(db: Db, seconds: number): Promise<LongTransaction[]> {
  return db<LongTransaction>`
    select pid, state, coalesce(nullif(application_name, ''), usename::text, '?') as client,
      extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => ${seconds})
    order by xact_start limit 5`
}
