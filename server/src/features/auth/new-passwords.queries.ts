import type { AccountDb } from '../../platform/db/db.ts'

export async function findAccountName(db: AccountDb): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`select name from accounts where account_id = ${db.accountId}`
  return row?.name
}
