import type { AccountDb } from './db.ts'

/** Serializes transactions of an account that count rows before they add one, so that a maximum is exact. */
export async function lockAccount(db: AccountDb): Promise<void> {
  await db`select from accounts where account_id = ${db.accountId} for no key update`
}
