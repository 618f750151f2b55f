// Applied migrations, as visible to the application's role.

import type { Db } from '../../platform/db/db.ts'

/** Old schemas did not grant the role access. */
export async function canReadMigrations(db: Db): Promise<'yes' | 'no' | 'missing'> {
  const [row] = await db<{ may: boolean | null }>`
    select has_table_privilege(to_regclass('public.schema_migrations'), 'select') as may`
  if (row!.may === null) return 'missing'
  return row!.may ? 'yes' : 'no'
}

export function listApplied(db: Db): Promise<{ name: string; checksum: string }[]> {
  return db<{ name: string; checksum: string }>`select name, checksum from schema_migrations order by name`
}
