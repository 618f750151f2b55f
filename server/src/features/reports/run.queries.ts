import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { ReportPermissions, ReportRun, ReportTotal, RunRequest } from './report.types.ts'

const columns = sql`number, id, state, request, permissions, requested_by, requested_at, started_at, finished_at,
  expires_at, progress, rows, bytes, sha256, data_version, failure`

/** Whose runs a caller sees: all, or their own, as long as they see the same devices. */
export type RunScope = 'all' | { userId: string; scope: DeviceScope }

/** Needs `r`, the run. */
function isSeen(seen: RunScope): Fragment {
  return seen === 'all'
    ? sql`true`
    : sql`r.requested_by = ${seen.userId} and r.permissions->'scope' = ${JSON.stringify(seen.scope)}::jsonb`
}

export interface NewRun {
  id: string
  request: RunRequest
  permissions: ReportPermissions
  requestedBy: string
  requestedAt: Date
}

export async function insertRun(db: AccountDb, run: NewRun): Promise<void> {
  await db`
    insert into report_runs (account_id, id, request, permissions, requested_by, requested_at)
    values (${db.accountId}, ${run.id}, ${JSON.stringify(run.request)}::jsonb, ${JSON.stringify(run.permissions)}::jsonb,
      ${run.requestedBy}, ${run.requestedAt})`
}

export async function countUnfinished(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from report_runs
    where account_id = ${db.accountId} and state in ('queued', 'running')`
  return row!.count
}

export async function findRun(db: AccountDb, seen: RunScope, id: string): Promise<ReportRun | undefined> {
  const [row] = await db<ReportRun>`
    select ${columns} from report_runs r where r.account_id = ${db.accountId} and r.id = ${id} and ${isSeen(seen)}`
  return row
}

/** Newest first, after the one with the number `after`; 0: from the newest on. */
export function listRuns(
  db: AccountDb,
  seen: RunScope,
  { after, limit }: { after: number; limit: number },
): Promise<ReportRun[]> {
  const isAfter = after > 0 ? sql`r.number < ${after}::bigint` : sql`true`
  return db<ReportRun>`
    select ${columns} from report_runs r
    where r.account_id = ${db.accountId} and ${isAfter} and ${isSeen(seen)}
    order by r.number desc limit ${limit}`
}

/** Held by the transaction that chooses: no two processes choose at once. */
export async function lockChoice(directory: Db): Promise<void> {
  await directory`select pg_advisory_xact_lock(hashtext('report_runs'))`
}

export interface WaitingRun {
  accountId: number
  id: string
}

/** The oldest one of the account with the fewest running; undefined if all have enough. */
export async function findWaiting(
  directory: Db,
  now: Date,
  perAccount: number,
): Promise<WaitingRun | undefined> {
  const [row] = await directory<WaitingRun>`
    select r.account_id, r.id
    from report_runs r cross join lateral (
      select count(*) as count from report_runs o
      where o.account_id = r.account_id and o.state = 'running' and o.lease_until > ${now}) as running
    where r.state in ('queued', 'running') and (r.lease_until is null or r.lease_until <= ${now})
      and running.count < ${perAccount}
    order by running.count, r.requested_at limit 1`
  return row
}

export interface LeasedRun extends ReportRun {
  /** Distinguishes this lease from later ones. */
  attempts: number
  author: string
}

export async function leaseRun(
  db: AccountDb,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<LeasedRun | undefined> {
  const [row] = await db<LeasedRun>`
    update report_runs r set state = 'running', lease_until = ${until}, attempts = r.attempts + 1,
      started_at = coalesce(r.started_at, ${now}), progress = 0
    where r.account_id = ${db.accountId} and r.id = ${id} and r.state in ('queued', 'running')
      and (r.lease_until is null or r.lease_until <= ${now})
    returning ${columns}, attempts,
      coalesce((select u.name from users u where u.account_id = r.account_id and u.id = r.requested_by), '') as author`
  return row
}

interface Lease {
  number: number
  attempts: number
}

const isLeased = (db: AccountDb, { number, attempts }: Lease) =>
  sql`account_id = ${db.accountId} and number = ${number} and state = 'running' and attempts = ${attempts}`

/** False if it was cancelled, or another process has it. */
export async function extendLease(
  db: AccountDb,
  lease: Lease,
  { until, progress }: { until: Date; progress: number },
): Promise<boolean> {
  const rows = await db`
    update report_runs set lease_until = ${until}, progress = ${progress} where ${isLeased(db, lease)} returning number`
  return rows.length > 0
}

export interface FinishedRun {
  finishedAt: Date
  expiresAt: Date
  rows: number
  bytes: number
  sha256: Buffer
  dataVersion: number
  totals: ReportTotal[]
}

export async function finishRun(db: AccountDb, lease: Lease, done: FinishedRun): Promise<boolean> {
  const rows = await db`
    update report_runs set state = 'done', lease_until = null, progress = 1, finished_at = ${done.finishedAt},
      expires_at = ${done.expiresAt}, rows = ${done.rows}, bytes = ${done.bytes}, sha256 = ${done.sha256},
      data_version = ${done.dataVersion}, totals = ${JSON.stringify(done.totals)}::jsonb
    where ${isLeased(db, lease)} returning number`
  return rows.length > 0
}

/** Empty while it is not written. */
export async function findTotals(db: AccountDb, number: number): Promise<ReportTotal[]> {
  const [row] = await db<{ totals: ReportTotal[] | null }>`
    select totals from report_runs where account_id = ${db.accountId} and number = ${number}`
  return row?.totals ?? []
}

/** False if it was cancelled, or another process has it. */
export async function failRun(db: AccountDb, lease: Lease, failure: string, now: Date): Promise<boolean> {
  const rows = await db`
    update report_runs set state = 'failed', lease_until = null, finished_at = ${now}, failure = ${failure}
    where ${isLeased(db, lease)} returning number`
  return rows.length > 0
}

/** Its process sees that the lease is gone. Returns whether there was something to cancel. */
export async function cancelRun(db: AccountDb, number: number, now: Date): Promise<boolean> {
  const rows = await db`
    update report_runs set state = 'cancelled', lease_until = null, finished_at = ${now}
    where account_id = ${db.accountId} and number = ${number} and state in ('queued', 'running') returning number`
  return rows.length > 0
}

export async function expireRun(db: AccountDb, number: number): Promise<void> {
  await db`
    update report_runs set state = 'expired' where account_id = ${db.accountId} and number = ${number} and state = 'done'`
}

export function listExpired(
  directory: Db,
  now: Date,
  limit: number,
): Promise<{ accountId: number; number: number }[]> {
  return directory<{ accountId: number; number: number }>`
    select account_id, number from report_runs where state = 'done' and expires_at <= ${now}
    order by expires_at limit ${limit}`
}

/** The oldest ones, beyond so many bytes of the newest. */
export function listBeyond(db: AccountDb, maxBytes: number): Promise<{ number: number }[]> {
  return db<{ number: number }>`
    select number from (
      select number, sum(bytes) over (order by number desc) as bytes from report_runs
      where account_id = ${db.accountId} and state = 'done') as kept
    where bytes > ${maxBytes}::bigint`
}

/** Over all accounts. */
export async function findUnfinished(
  directory: Db,
): Promise<{ queued: number; running: number; oldestQueuedAt: Date | null }> {
  const [row] = await directory<{ queued: number; running: number; oldestQueuedAt: Date | null }>`
    select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
      min(requested_at) filter (where state = 'queued') as oldest_queued_at
    from report_runs where state in ('queued', 'running')`
  return row!
}

/** The newest correction of trips. */
export async function findDataVersion(db: AccountDb): Promise<number> {
  const [row] = await db<{ number: number | null }>`
    select max(number) as number from segment_corrections where account_id = ${db.accountId}`
  return row?.number ?? 0
}

/** By device number; those of segments that begin in the period. */
export async function countCorrections(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<number, number>> {
  const rows = await db<{ deviceNumber: number; count: number }>`
    select given.number as device_number, found.count
    from unnest(${deviceNumbers}::int[]) as given (number)
    cross join lateral (
      select count(*) as count from segment_corrections c
      where c.account_id = ${db.accountId} and c.device_number = given.number and c.at >= ${new Date(fromMs)}
        and (c.before->>'startedAt')::timestamptz < ${new Date(toMs)}
        and (c.before->>'endedAt')::timestamptz > ${new Date(fromMs)}) as found
    where found.count > 0`
  return new Map(rows.map(({ deviceNumber, count }) => [deviceNumber, count]))
}

/** Corrections since a version of trips that overlap a period, oldest first. Needs `d`, the device. */
export function listDifferences(
  db: AccountDb,
  wanted: Fragment,
  { after, from, to, limit }: { after: number; from: Date; to: Date; limit: number },
): Promise<{ json: string }[]> {
  return db<{ json: string }>`
    select json_build_object('deviceId', d.id, 'segmentId', public_segment_id(c.kind, c.segment_id),
      'correctedAt', iso_time(c.at), 'cause', c.cause, 'version', c.version, 'before', c.before, 'after', c.after)::text as json
    from segment_corrections c join devices d on d.account_id = c.account_id and d.number = c.device_number
    where c.account_id = ${db.accountId} and c.number > ${after}::bigint and ${wanted}
      and (c.before->>'startedAt')::timestamptz < ${to} and (c.before->>'endedAt')::timestamptz > ${from}
    order by c.number limit ${limit}`
}

/** PostgreSQL ends a transaction that pauses for longer between two statements. */
export async function allowPauses(db: AccountDb, ms: number): Promise<void> {
  await db`select set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`
}
