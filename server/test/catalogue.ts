// Checks the system catalogue of a database for gaps in the isolation of accounts. Every row is a fault.

import type pg from 'pg'

const ofExtension = (catalogue: string, oid: string) => `exists (
  select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** They do for the application role what only the owner can: create and drop tables. */
const definers = [
  'ensure_location_partitions',
  'drop_old_location_partitions',
  'ensure_sign_in_partitions',
  'drop_old_sign_ins',
  'ensure_trip_partitions',
  'drop_old_trip_partitions',
  'close_location_week',
  'drop_archived_week',
]

const checks: Record<string, string> = {
  // Partitions too: policies of the parent do not apply to queries on the partition itself.
  tables: `
    select format('table %s: %s', c.oid::regclass, fault) as fault_text
    from pg_class c, lateral (values
      (not c.relrowsecurity, 'row-level security is not enabled'),
      (not c.relforcerowsecurity, 'row-level security is not forced'),
      (not exists (select from pg_policy p where p.polrelid = c.oid), 'no policy'),
      (pg_get_userbyid(c.relowner) = 'rastro_app', 'owned by the application role')
    ) as found (is_fault, fault)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and is_fault
      and c.relname <> 'schema_migrations' and not ${ofExtension('pg_class', 'c.oid')}`,
  foreignTables: `
    select format('%s: %s has no row-level security', c.oid::regclass,
      case c.relkind when 'm' then 'a materialized view' else 'a foreign table' end) as fault_text
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('m', 'f')
      and not ${ofExtension('pg_class', 'c.oid')}`,
  policies: `
    select format('table %s: policy %s has no condition', polrelid::regclass, polname) as fault_text
    from pg_policy
    -- Restrictive policies grant nothing.
    where polpermissive and (pg_get_expr(polqual, polrelid) !~ 'current_setting'
      -- What belongs to no account may be written by all.
      or pg_get_expr(polwithcheck, polrelid) !~ 'current_setting' and exists (
        select from pg_attribute where attrelid = polrelid and attname = 'account_id'))`,
  views: `
    select format('view %s: not security_invoker, so it runs with the rights of its owner', c.oid::regclass) as fault_text
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on}'
      and not ${ofExtension('pg_class', 'c.oid')}`,
  functions: `
    select format('function %s: %s', p.oid::regprocedure, fault) as fault_text
    from pg_proc p, lateral (values
      (p.proname <> all ('{${definers}}'), 'security definer, so it runs with the rights of its owner'),
      (not coalesce(p.proconfig, '{}')::text ~ 'search_path', 'security definer without its own search_path'),
      (exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0),
        'security definer, executable by everybody')
    ) as found (is_fault, fault)
    where p.prosecdef and p.pronamespace in ('public'::regnamespace, to_regnamespace('pgboss')) and is_fault
      and not ${ofExtension('pg_proc', 'p.oid')}`,
  grants: `
    select format('table %s: the application role may %s it', c.oid::regclass, privilege) as fault_text
    from pg_class c, unnest('{truncate,references,trigger}'::text[]) as privilege
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege('rastro_app', c.oid, privilege)`,
  role: `
    select 'the application role ' || fault as fault_text
    from pg_roles r, lateral (values
      (r.rolsuper, 'is a superuser'),
      (r.rolbypassrls, 'bypasses row-level security'),
      (r.rolcreaterole or r.rolcreatedb or r.rolreplication, 'may create roles or databases, or replicate'),
      (exists (select from pg_auth_members m where m.member = r.oid), 'is a member of another role'),
      (exists (select from pg_class c where c.relowner = r.oid)
        or exists (select from pg_proc p where p.proowner = r.oid)
        or exists (select from pg_namespace n where n.nspowner = r.oid)
        or exists (select from pg_type t where t.typowner = r.oid), 'owns something'),
      (exists (select from pg_namespace n where n.nspname !~ '^pg_' and has_schema_privilege(r.oid, n.oid, 'create')),
        'may create in a schema'),
      (has_database_privilege(r.oid, current_database(), 'create'), 'may create schemas'),
      (has_table_privilege(r.oid, 'schema_migrations', 'insert, update, delete'), 'may change schema_migrations')
    ) as found (is_fault, fault)
    where r.rolname = 'rastro_app' and is_fault`,
}

export async function listCatalogueFaults(superuser: pg.Client): Promise<string[]> {
  const faults: string[] = []
  for (const sql of Object.values(checks)) {
    const { rows } = await superuser.query<{ fault_text: string }>(sql)
    faults.push(...rows.map((row) => row.fault_text))
  }
  return faults.sort()
}

/** Tables and partitions with rows of accounts. */
export async function listAccountTables(superuser: pg.Client): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  return rows.map(({ name }) => name)
}
