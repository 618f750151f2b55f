import type { Db } from '../platform/db.ts'

/** Names of the migrations that were applied; none where nobody told this role, which an old schema does not. */
export async function listApplied(db: Db): Promise<string[]> {
  const [row] = await db<{ may: boolean }>`
    select coalesce(has_table_privilege(to_regclass('public.schema_migrations'), 'select'), false) as may`
  if (!row!.may) return []
  const rows = await db<{ name: string }>`select name from schema_migrations`
  return rows.map(({ name }) => name)
}
