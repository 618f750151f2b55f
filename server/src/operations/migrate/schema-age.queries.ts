// Which migrations were applied, as the application's role may ask it.

import type { Db } from '../../platform/db/db.ts'

/** A schema from before this was asked has not told the role. */
export async function mayReadMigrations(db: Db): Promise<'yes' | 'no' | 'missing'> {
  const [row] = await db<{ may: boolean | null }>`
    select has_table_privilege(to_regclass('public.schema_migrations'), 'select') as may`
  if (row!.may === null) return 'missing'
  return row!.may ? 'yes' : 'no'
}

export function listApplied(db: Db): Promise<{ name: string; checksum: string }[]> {
  return db<{ name: string; checksum: string }>`select name, checksum from schema_migrations order by name`
}
