// Queries about the target database of a restore. They run as the owner.

import type { Db } from '../../platform/db/db.ts'

export interface Target {
  owner: string
  database: string
  postgres: string
  ownsDatabase: boolean
  hasAppRole: boolean
  hasEraserRole: boolean
  /** In the schema "public". */
  mayCreate: boolean
  /** Our tables, sequences and views, without those of extensions. */
  tables: string[]
  missingExtensions: string[]
  /** Roles with other connections to it. */
  others: string[]
}

const extensions = ['postgis', 'pg_trgm', 'btree_gist']

export async function findTarget(db: Db): Promise<Target> {
  const [row] = await db<Target>`
    select current_user::text as owner, current_database()::text as database,
      current_setting('server_version') as postgres,
      (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) as owns_database,
      exists (select from pg_roles where rolname = 'rastro_app') as has_app_role,
      exists (select from pg_roles where rolname = 'rastro_eraser') as has_eraser_role,
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as may_create,
      array(select c.relname::text from pg_class c
        where c.relnamespace in (to_regnamespace('public'), to_regnamespace('pgboss'))
          and c.relkind in ('r', 'p', 'S', 'v') and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') order by 1) as tables,
      array(select unnest(${extensions}::text[]) except select extname from pg_extension order by 1)
        as missing_extensions,
      array(select distinct usename::text from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1) as others`
  return row!
}

/** Drops everything that the owner owns in this database. Extensions belong to another role and are kept. */
export async function dropEverything(db: Db): Promise<void> {
  await db.text('drop owned by current_user cascade')
}

/** A restored table has no statistics, and plans without them are bad. */
export async function analyze(db: Db): Promise<void> {
  await db.text('analyze')
}
