import type { AccountDb, Db } from '../../platform/db/db.ts'

/** Accounts with gaps from before this instant. */
export async function listAccountsWithGaps(directory: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await directory<{ accountId: number }>`
    select distinct account_id from (
      select account_id from notification_gaps where last_sent_at < ${before} order by last_sent_at limit ${limit}) as old`
  return rows.map(({ accountId }) => accountId)
}

export async function deleteGaps(db: AccountDb, before: Date): Promise<void> {
  await db`delete from notification_gaps where account_id = ${db.accountId} and last_sent_at < ${before}`
}
