import type { AccountDb } from '../../platform/db/db.ts'

/** Serializes activations of the account until the transaction ends. */
export async function lockLicenses(db: AccountDb): Promise<void> {
  await db`select from accounts where account_id = ${db.accountId} for no key update`
}

export async function countLicenses(
  db: AccountDb,
  now: Date,
): Promise<{ total: number; used: number } | undefined> {
  const [row] = await db<{ total: number; used: number }>`
    select a.licenses as total,
      (select count(*) from devices d
       where d.account_id = ${db.accountId} and (d.expires_at is null or d.expires_at > ${now})) as used
    from accounts a where a.account_id = ${db.accountId}`
  return row
}

export async function setTotal(db: AccountDb, total: number): Promise<void> {
  await db`update accounts set licenses = ${total} where account_id = ${db.accountId}`
}
