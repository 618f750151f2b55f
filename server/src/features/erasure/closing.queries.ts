import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Closing } from './erasure.types.ts'

export async function insertErasure(
  db: AccountDb,
  { requestedBy, requestedAt, dueAt }: { requestedBy: string; requestedAt: Date; dueAt: Date },
): Promise<void> {
  await db`
    insert into erasures (account_id, requested_at, requested_by, due_at)
    values (${db.accountId}, ${requestedAt}, ${requestedBy}, ${dueAt})`
}

export async function findClosing(db: AccountDb): Promise<Closing | undefined> {
  const [row] = await db<Closing>`
    select requested_at, due_at as erase_at from erasures where account_id = ${db.accountId}`
  return row
}

/** False once the erasure has begun. */
export async function deleteErasure(db: AccountDb): Promise<boolean> {
  const rows = await db`
    delete from erasures where account_id = ${db.accountId} and started_at is null returning account_id`
  return rows.length > 0
}

/** Of all accounts of this cell, by number: those that are erased before an instant, and whose owner is to be reminded. */
export function listUnreminded(
  directory: Db,
  { now, before, after, limit }: { now: Date; before: Date; after: number; limit: number },
): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select account_id from erasures
    where due_at > ${now} and due_at <= ${before} and reminded_at is null and account_id > ${after}
    order by account_id limit ${limit}`
}

/** Undefined if it was undone, or another process did it. */
export async function markReminded(db: AccountDb, now: Date): Promise<Pick<Closing, 'eraseAt'> | undefined> {
  const [row] = await db<Pick<Closing, 'eraseAt'>>`
    update erasures set reminded_at = ${now} where account_id = ${db.accountId} and reminded_at is null
    returning due_at as erase_at`
  return row
}

/** Of all accounts of this cell. The database decides by its own clock what is due. */
export function listDue(directory: Db, now: Date, limit: number): Promise<{ accountId: number }[]> {
  return directory<{ accountId: number }>`
    select account_id from erasures
    where due_at <= now() and (next_at is null or next_at <= ${now})
    order by due_at limit ${limit}`
}

export interface ErasureCounts {
  closing: number
  /** Due for longer than a day. */
  late: number
}

export async function countErasures(directory: Db, now: Date): Promise<ErasureCounts> {
  const [row] = await directory<ErasureCounts>`
    select count(*)::int as closing,
      count(*) filter (where coalesce(started_at, due_at) < ${now}::timestamptz - interval '1 day')::int as late
    from erasures`
  return row!
}
