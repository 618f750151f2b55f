import type { AccountDb, Db } from '../../platform/db/db.ts'

/** Sets the timers of devices that expire, and deletes those of the others. */
export async function setTimers(
  db: AccountDb,
  timers: { number: number; dueAt: Date | null }[],
): Promise<void> {
  const none = timers.filter((timer) => timer.dueAt === null).map((timer) => timer.number)
  const some = timers.filter((timer) => timer.dueAt !== null)
  await db`
    delete from expiry_timers where account_id = ${db.accountId} and device_number = any(${none}::int[])`
  await db`
    insert into expiry_timers (account_id, device_number, due_at)
    select ${db.accountId}, * from unnest(
      ${some.map((timer) => timer.number)}::int[], ${some.map((timer) => timer.dueAt)}::timestamptz[])
    on conflict (account_id, device_number) do update set due_at = excluded.due_at`
}

export interface DueTimer {
  accountId: number
  deviceNumber: number
  dueAt: Date
}

/** Over all accounts, by the index on time: timers that are not due cost nothing. */
export function listDueTimers(directory: Db, now: Date, limit: number): Promise<DueTimer[]> {
  return directory<DueTimer>`
    select account_id, device_number, due_at from expiry_timers
    where due_at <= ${now} order by due_at limit ${limit}`
}

/** Takes the timer if it exists and is due: only one process gets it. Returns its device. */
export async function takeDueTimer(
  db: AccountDb,
  deviceNumber: number,
  now: Date,
): Promise<{ deviceId: string; version: number; dueAt: Date } | undefined> {
  const [row] = await db<{ deviceId: string; version: number; dueAt: Date }>`
    delete from expiry_timers t using devices d
    where t.account_id = ${db.accountId} and t.device_number = ${deviceNumber} and t.due_at <= ${now}
      and d.account_id = t.account_id and d.number = t.device_number
    returning d.id as device_id, d.version, t.due_at`
  return row
}

export interface MovedExpiry {
  id: string
  number: number
  version: number
  before: Date
  after: Date
}

/** Moves every expiry of the account to another time zone. */
export function moveExpiries(db: AccountDb, timeZone: string): Promise<MovedExpiry[]> {
  return db<MovedExpiry>`
    update devices d set expires_at = start_of_day(d.expiration_date, ${timeZone}), version = d.version + 1
    from devices old
    where d.account_id = ${db.accountId} and d.expires_at is not null
      and old.account_id = d.account_id and old.number = d.number
    returning d.id, d.number, d.version, old.expires_at as before, d.expires_at as after`
}
