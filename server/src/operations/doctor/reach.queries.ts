import type { Db } from '../../platform/db/db.ts'

export async function ping(db: Db): Promise<void> {
  await db`select 1 as one`
}

export async function hasTables(db: Db): Promise<boolean> {
  const [row] = await db<{ yes: boolean }>`select to_regclass('public.accounts') is not null as yes`
  return row!.yes
}
