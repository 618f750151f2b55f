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

/** The rows of all days since the last one, from a state that nothing has changed since. The licenses are locked. */
export async function openDays(db: AccountDb, now: Date): Promise<void> {
  await db`select open_license_days(${db.accountId}::int, ${now}::timestamptz)`
}

/** Of the newest day: after a change of the time zone it may be tomorrow. */
export async function raisePeak(
  db: AccountDb,
  { total, used }: { total: number; used: number },
): Promise<void> {
  await db`
    update license_days set peak = greatest(peak, ${used}::int), granted = greatest(granted, ${total}::int)
    where account_id = ${db.accountId}
      and day = (select max(l.day) from license_days l where l.account_id = ${db.accountId})
      and (peak < ${used}::int or granted < ${total}::int)`
}

export async function findPeak(
  db: AccountDb,
  day: string,
): Promise<{ peak: number; granted: number } | undefined> {
  const [row] = await db<{ peak: number; granted: number }>`
    select peak, granted from license_days where account_id = ${db.accountId} and day = ${day}::date`
  return row
}
