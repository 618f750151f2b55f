import type { AccountDb } from '../../platform/db/db.ts'

export async function findHistoryDays(db: AccountDb): Promise<number | null> {
  const [row] = await db<{ historyDays: number | null }>`
    select history_days from accounts where account_id = ${db.accountId}`
  return row?.historyDays ?? null
}

export function pageDevices(db: AccountDb, after: number, limit: number): Promise<{ number: number }[]> {
  return db<{ number: number }>`
    select number from devices
    where account_id = ${db.accountId} and number > ${after} order by number limit ${limit}`
}

/** At most `limit` rows, so that no statement takes long. Reads by the primary key. Returns how many were deleted. */
export async function deleteBefore(
  db: AccountDb,
  deviceNumber: number,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await db`
    delete from locations l using (
      select device_number, fixed_at, fingerprint, class from locations
      where account_id = ${db.accountId} and device_number = ${deviceNumber} and fixed_at < ${before}
      limit ${limit}) as old
    where l.account_id = ${db.accountId} and l.device_number = old.device_number and l.fixed_at = old.fixed_at
      and l.fingerprint = old.fingerprint and l.class = old.class
    returning l.class`
  return rows.length
}
