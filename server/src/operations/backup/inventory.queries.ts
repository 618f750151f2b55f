// Queries that run in the backup's snapshot, and again after a restore, as a role that bypasses row-level security.
// `row_security = off` makes statements fail instead of returning only some rows.

import type { Db } from '../../platform/db/db.ts'

const schemas = ['public', 'pgboss']

export interface Reader {
  role: string
  includesAll: boolean
  readsAll: boolean
}

export async function findReader(db: Db): Promise<Reader> {
  const [row] = await db<Reader>`
    select rolname as role, rolsuper or rolbypassrls as includes_all,
      rolsuper or pg_has_role(oid, 'pg_read_all_data', 'usage') as reads_all
    from pg_roles where rolname = current_user`
  return row!
}

/** Text representations of rows must not depend on settings of the server or role. */
export async function setFormats(db: Db): Promise<void> {
  await db.text(`
    select set_config(name, value, false) from (values ('row_security', 'off'), ('timezone', 'UTC'), ('datestyle', 'ISO'),
      ('intervalstyle', 'postgres'), ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('jit', 'off')
    ) as wanted (name, value)`)
}

export interface SnapshotRow {
  id: string
  at: Date
  lsn: string
  postgres: string
  database: string
}

export async function beginSnapshot(db: Db): Promise<SnapshotRow> {
  await db.text('begin transaction isolation level repeatable read read only')
  const [row] = await db<SnapshotRow>`
    select pg_export_snapshot() as id, clock_timestamp() as at, pg_current_wal_lsn()::text as lsn,
      current_setting('server_version') as postgres, current_database() as database`
  return row!
}

/**
 * Prevents migrations and changes of partitions during the backup: they would wait for it while holding locks that
 * block all other statements. Session locks.
 */
export async function lockSchema(db: Db, migrationLock: number): Promise<void> {
  await db`select pg_advisory_lock_shared(${migrationLock})`
  await db`select pg_advisory_lock(hashtext('location_partitions'))`
}

export interface TableRow {
  name: string
  quoted: string
  isLeaf: boolean
  isLocations: boolean
  isForced: boolean
  guard: string
}

/** All our tables. `guard` is a hash of flags, policies, triggers and grants to the application. */
export function listTables(db: Db): Promise<TableRow[]> {
  return db<TableRow>`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
      c.relkind = 'r' as is_leaf, c.relname ~ '^locations_' as is_locations,
      c.relrowsecurity and c.relforcerowsecurity as is_forced,
      md5(concat_ws('|', c.relrowsecurity, c.relforcerowsecurity,
        (select string_agg(concat_ws(' ', polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid),
          pg_get_expr(polwithcheck, polrelid)), ';' order by polname) from pg_policy where polrelid = c.oid),
        (select string_agg(privilege_type, ',' order by privilege_type) from aclexplode(c.relacl)
          where grantee = 'rastro_app'::regrole),
        (select string_agg(pg_get_triggerdef(t.oid), ';' order by tgname) from pg_trigger t
          where tgrelid = c.oid and not tgisinternal))) as guard
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`
}

/** A hash of all functions and sequences with their grants. */
export async function findRights(db: Db): Promise<string> {
  const [row] = await db<{ rights: string }>`
    select md5(string_agg(entry, E'\n' order by entry)) as rights from (
      select concat_ws(' ', p.oid::regprocedure, p.prosecdef, p.proconfig, md5(p.prosrc),
        (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname)
          from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) left join pg_roles r on r.oid = grantee
          where grantee <> p.proowner)) as entry
      from pg_proc p
      where p.pronamespace = any(${schemas}::regnamespace[]) and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select concat_ws(' ', c.oid::regclass, (select string_agg(privilege_type, ',' order by privilege_type)
        from aclexplode(c.relacl) where grantee = 'rastro_app'::regrole))
      from pg_class c where c.relkind = 'S' and c.relnamespace = any(${schemas}::regnamespace[])) as all_rights`
  return row!.rights
}

export interface Content {
  rows: number
  /** A sum of hashes, independent of the order of rows. */
  digest: string
}

export async function readTable(db: Db, { quoted }: TableRow): Promise<Content> {
  const [row] = (await db.text(`
    select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest
    from ${quoted} as t`)) as unknown as Content[]
  return row!
}

/** Twice as fast as hashing text; possible because every column of locations is hashable. */
export function readLocations(db: Db, { quoted }: TableRow): Promise<(Content & { accountId: number })[]> {
  return db.text(`
    select account_id, count(*) as rows, sum(hash_record_extended(t, 0))::text as digest
    from ${quoted} as t group by account_id`) as unknown as Promise<(Content & { accountId: number })[]>
}

export interface AccountRow {
  accountId: number
  account: string
  auditNumber: number
  auditHash: string
}

/** The ends of the audit logs, stored outside the database, so that truncation is detected. */
export function listAccounts(db: Db): Promise<AccountRow[]> {
  return db<AccountRow>`
    select a.account_id, a.public_id as account, coalesce(h.number, 0) as audit_number,
      coalesce(encode(h.hash, 'base64'), '') as audit_hash
    from accounts a left join audit_heads h using (account_id) order by a.account_id`
}

export async function findMigration(db: Db): Promise<string> {
  const [row] = await db<{ name: string }>`select max(name) as name from public.schema_migrations`
  return row?.name ?? ''
}
