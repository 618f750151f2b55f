// Reads the catalogue about our tables.

import type { Db } from '../../platform/db/db.ts'

/** Tables and partitions with account rows that do not force row-level security. */
export async function listUnguarded(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity)
    order by 1`
  return rows.map(({ name }) => name)
}

/** Left by interrupted builds: they slow down writes and are never used. */
export async function listBrokenIndexes(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and not (i.indisvalid and i.indisready)
    order by 1`
  return rows.map(({ name }) => name)
}
