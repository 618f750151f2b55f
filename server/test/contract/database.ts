// Every row of the database as a short text, so that any change shows.

import type pg from 'pg'

/** Counted for every call, whoever makes it; or made of other tables, many devices to a row. */
const leftOut = ['api_usage', 'throttles', 'device_search']

export type Rows = Map<string, number>

/** How often each row is there, by table and content. `except` leaves one account out. */
export async function readRows(superuser: pg.Client, except?: number): Promise<Rows> {
  const tables = await superuser.query<{ name: string; ofAccount: boolean }>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "ofAccount"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all('{${leftOut}}') and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
  const selects = tables.rows.map(({ name, ofAccount }) => {
    const where = ofAccount && except !== undefined ? `where account_id <> ${except}` : ''
    return `select '${name} ' || md5(t::text) as row from ${name} t ${where}`
  })
  const { rows } = await superuser.query<{ row: string }>(
    `${selects.join(' union all ')} union all
     select 'job ' || md5(concat(id, name, data, state)) from pgboss.job where name <> '__pgboss__send-it'`,
  )
  const counted: Rows = new Map()
  for (const { row } of rows) counted.set(row, (counted.get(row) ?? 0) + 1)
  return counted
}

/** Rows that are no longer there as they were. The end of an audit chain moves on with every change, and is none itself. */
export function lostRows(before: Rows, after: Rows): string[] {
  return [...before]
    .filter(([row, count]) => (after.get(row) ?? 0) < count && !row.startsWith('audit_heads'))
    .map(([row]) => row)
}
