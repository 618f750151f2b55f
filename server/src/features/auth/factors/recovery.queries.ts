import type { AccountDb, Db } from '../../../platform/db/db.ts'

export interface FactorRecovery {
  id: string
  userId: string
  userName: string
  account: string
  startedAt: Date
  dueAt: Date
  notices: number
}

/** False if one is running. */
export async function insertRecovery(
  db: AccountDb,
  recovery: Pick<FactorRecovery, 'id' | 'userId' | 'startedAt' | 'dueAt'>,
): Promise<boolean> {
  const rows = await db<object>`
    insert into factor_recoveries (account_id, id, user_id, started_at, due_at)
    values (${db.accountId}, ${recovery.id}, ${recovery.userId}, ${recovery.startedAt}, ${recovery.dueAt})
    on conflict (account_id, user_id) where stopped_at is null and finished_at is null do nothing
    returning id`
  return rows.length > 0
}

/** Locks a running one. */
export async function lockRecovery(db: AccountDb, id: string): Promise<FactorRecovery | undefined> {
  const [row] = await db<FactorRecovery>`
    select r.id, r.user_id, u.user_name, a.public_id as account, r.started_at, r.due_at, r.notices
    from factor_recoveries r
    join users u on u.account_id = r.account_id and u.id = r.user_id
    join accounts a on a.account_id = r.account_id
    where r.account_id = ${db.accountId} and r.id = ${id} and r.stopped_at is null and r.finished_at is null
    for update of r`
  return row
}

export async function findRunning(db: AccountDb, userId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from factor_recoveries
    where account_id = ${db.accountId} and user_id = ${userId} and stopped_at is null and finished_at is null`
  return row?.id
}

/** The user, and everybody who manages the account. */
export function listWitnesses(db: AccountDb, userId: string, limit: number): Promise<{ id: string }[]> {
  return db<{ id: string }>`
    select id from users
    where account_id = ${db.accountId} and (id = ${userId} or (role <> 'standard' and not disabled))
    order by (id = ${userId}) desc, id limit ${limit}`
}

export async function setNotices(db: AccountDb, id: string, notices: number, nextAt: Date): Promise<void> {
  await db`update factor_recoveries set notices = ${notices} where account_id = ${db.accountId} and id = ${id}`
  await db`
    insert into factor_recovery_timers (account_id, id, due_at) values (${db.accountId}, ${id}, ${nextAt})
    on conflict (account_id, id) do update set due_at = excluded.due_at`
}

export async function markFinished(db: AccountDb, id: string, now: Date): Promise<void> {
  await db`update factor_recoveries set finished_at = ${now} where account_id = ${db.accountId} and id = ${id}`
  await deleteTimer(db, id)
}

/** `stoppedBy` is a user, or null for the operator. */
export async function markStopped(
  db: AccountDb,
  id: string,
  stoppedBy: string | null,
  now: Date,
): Promise<void> {
  await db`
    update factor_recoveries set stopped_at = ${now}, stopped_by = ${stoppedBy}
    where account_id = ${db.accountId} and id = ${id}`
  await deleteTimer(db, id)
}

export async function deleteTimer(db: AccountDb, id: string): Promise<void> {
  await db`delete from factor_recovery_timers where account_id = ${db.accountId} and id = ${id}`
}

export function listDue(
  directory: Db,
  now: Date,
  limit: number,
): Promise<{ accountId: number; id: string }[]> {
  return directory<{ accountId: number; id: string }>`
    select account_id, id from factor_recovery_timers where due_at <= ${now} order by due_at limit ${limit}`
}
