import type { AccountDb } from '../../platform/db/db.ts'

/** The owner first. */
export async function listAdministrators(db: AccountDb, limit: number): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from users where account_id = ${db.accountId} and role <> 'standard' and not disabled
    order by role desc, number limit ${limit}`
  return rows.map(({ id }) => id)
}
