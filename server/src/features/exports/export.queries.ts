import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountExport } from './export.types.ts'

const columns = sql`id, state, requested_by, requested_at, finished_at, expires_at, files, rows, bytes, sha256`

export async function insertExport(
  db: AccountDb,
  { id, requestedBy, requestedAt }: { id: string; requestedBy: string; requestedAt: Date },
): Promise<void> {
  await db`
    insert into exports (account_id, id, requested_by, requested_at)
    values (${db.accountId}, ${id}, ${requestedBy}, ${requestedAt})`
}

export async function findExport(db: AccountDb, id: string): Promise<AccountExport | undefined> {
  const [row] = await db<AccountExport>`
    select ${columns} from exports where account_id = ${db.accountId} and id = ${id}`
  return row
}

export function listExports(db: AccountDb, limit: number): Promise<AccountExport[]> {
  return db<AccountExport>`
    select ${columns} from exports where account_id = ${db.accountId}
    order by requested_at desc, id limit ${limit}`
}

/** The newest that did not fail. */
export async function findNewest(db: AccountDb): Promise<Date | undefined> {
  const [row] = await db<{ requestedAt: Date | null }>`
    select max(requested_at) as requested_at from exports where account_id = ${db.accountId} and state <> 'failed'`
  return row?.requestedAt ?? undefined
}

export interface WaitingExport {
  accountId: number
  id: string
}

/** Held by the transaction that chooses: no two processes choose at once. */
export async function lockChoice(directory: Db): Promise<void> {
  await directory`select pg_advisory_xact_lock(hashtext('exports'))`
}

export async function countRunning(directory: Db, now: Date): Promise<number> {
  const [row] = await directory<{ count: number }>`
    select count(*)::int as count from exports where state = 'running' and lease_until > ${now}`
  return row!.count
}

export async function findWaiting(directory: Db, now: Date): Promise<WaitingExport | undefined> {
  const [row] = await directory<WaitingExport>`
    select account_id, id from exports
    where state in ('waiting', 'running') and (lease_until is null or lease_until <= ${now})
    order by requested_at limit 1`
  return row
}

export interface Lease {
  /** Distinguishes this lease from later ones. */
  attempts: number
  account: string
}

export async function leaseExport(
  db: AccountDb,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<Lease | undefined> {
  const [row] = await db<Lease>`
    update exports e set state = 'running', lease_until = ${until}, attempts = e.attempts + 1
    from accounts a
    where e.account_id = ${db.accountId} and e.id = ${id} and a.account_id = e.account_id
      and e.state in ('waiting', 'running') and (e.lease_until is null or e.lease_until <= ${now})
    returning e.attempts, a.public_id as account`
  return row
}

/** False if another process has it, or it is gone. */
export async function extendLease(
  db: AccountDb,
  id: string,
  attempts: number,
  until: Date,
): Promise<boolean> {
  const rows = await db`
    update exports set lease_until = ${until}
    where account_id = ${db.accountId} and id = ${id} and state = 'running' and attempts = ${attempts}
    returning id`
  return rows.length > 0
}

export async function finishExport(
  db: AccountDb,
  id: string,
  attempts: number,
  done: { finishedAt: Date; expiresAt: Date; files: number; rows: number; bytes: number; sha256: Buffer },
): Promise<boolean> {
  const rows = await db`
    update exports set state = 'ready', lease_until = null, finished_at = ${done.finishedAt},
      expires_at = ${done.expiresAt}, files = ${done.files}, rows = ${done.rows}, bytes = ${done.bytes},
      sha256 = ${done.sha256}
    where account_id = ${db.accountId} and id = ${id} and state = 'running' and attempts = ${attempts}
    returning id`
  return rows.length > 0
}

export async function failExport(db: AccountDb, id: string, attempts: number, now: Date): Promise<void> {
  await db`
    update exports set state = 'failed', lease_until = null, finished_at = ${now}
    where account_id = ${db.accountId} and id = ${id} and state = 'running' and attempts = ${attempts}`
}

export function listExpired(directory: Db, now: Date, limit: number): Promise<WaitingExport[]> {
  return directory<WaitingExport>`
    select account_id, id from exports where state = 'ready' and expires_at <= ${now}
    order by expires_at limit ${limit}`
}

export async function expireExport(db: AccountDb, id: string): Promise<void> {
  await db`
    update exports set state = 'expired' where account_id = ${db.accountId} and id = ${id} and state = 'ready'`
}

/** Those that exist in this cell. */
export async function listKnown(directory: Db, numbers: readonly number[]): Promise<number[]> {
  const rows = await directory<{ accountId: number }>`
    select account_id from directory_accounts where account_id = any(${numbers}::bigint[])`
  return rows.map(({ accountId }) => accountId)
}
