// Locations and statuses whose evaluation is delayed, and their accounts.

import type { Db } from '../../platform/db/db.ts'
import { fixColumns, statusColumns } from './judge.queries.ts'
import type { FixRow } from './rules/fix.ts'

/** Keeps this lock apart from other advisory locks. */
const lockSpace = 7_302

export interface UnjudgedRow {
  accountId: number
  deviceNumber: number
  fixedMs: number
  fingerprint: number
}

/** Locks the rows of these accounts: a concurrent release waits, and sees what is added in this transaction. */
export async function markDelayed(db: Db, delays: ReadonlyMap<number, string>): Promise<void> {
  const accounts = [...delays.keys()].sort((one, other) => one - other)
  await db`
    insert into judging_delays as d (account_id, reason)
    select * from unnest(${accounts}::int[], ${accounts.map((accountId) => delays.get(accountId)!)}::text[])
    on conflict (account_id) do update set reason = coalesce(nullif(excluded.reason, ''), d.reason)`
}

export async function insertUnjudged(db: Db, rows: UnjudgedRow[], isRestored: boolean): Promise<void> {
  await db`
    insert into unjudged_locations (account_id, device_number, fixed_at, fingerprint, is_restored)
    select account_id, device_number, to_timestamp(fixed_ms / 1000), fingerprint, ${isRestored}::boolean
    from unnest(${rows.map((row) => row.accountId)}::int[], ${rows.map((row) => row.deviceNumber)}::int[],
      ${rows.map((row) => row.fixedMs)}::float8[], ${rows.map((row) => row.fingerprint)}::int[])
      with ordinality as given (account_id, device_number, fixed_ms, fingerprint, ordinal)
    order by ordinal
    on conflict do nothing`
}

/** The longest waiting first, so that accounts take turns. */
export async function listDue(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db<{ accountId: number }>`
    select account_id from judging_delays where next_at <= ${now} order by next_at limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

export async function hasDelays(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`select exists (select from judging_delays) as found`
  return row!.found
}

/** False if another recorder judges the account at the moment. */
export async function lockAccount(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockSpace}, ${accountId}) as locked`
  return row!.locked
}

export interface TakenRow extends FixRow {
  deviceNumber: number
  fingerprint: number
  isRestored: boolean
}

/** Removes the oldest from the queue. Locations that were deleted meanwhile are only counted. */
export async function takeUnjudged(
  db: Db,
  accountId: number,
  limit: number,
): Promise<{ count: number; rows: TakenRow[] }> {
  const taken = await db<TakenRow & { receivedMs: number | null; number: number }>`
    with taken as (
      delete from unjudged_locations where account_id = ${accountId} and number <= (
        select max(number) from (
          select number from unjudged_locations where account_id = ${accountId} order by number limit ${limit}) as first)
      returning *)
    select taken.number, taken.device_number, taken.fingerprint, taken.is_restored, reported.*
    from taken left join lateral (
      select ${fixColumns} from locations l
      where l.account_id = ${accountId} and l.device_number = taken.device_number
        and l.fixed_at = taken.fixed_at and l.fingerprint = taken.fingerprint
      union all
      select ${statusColumns} from device_statuses s
      where s.account_id = ${accountId} and s.device_number = taken.device_number
        and s.at = taken.fixed_at and s.fingerprint = taken.fingerprint
      limit 1) as reported on true
    order by taken.number`
  return { count: taken.length, rows: taken.filter(({ receivedMs }) => receivedMs !== null) }
}

export async function markJudged(db: Db, accountId: number, now: Date): Promise<void> {
  await db`update judging_delays set attempts = 0, next_at = ${now} where account_id = ${accountId}`
}

/** Returns the number of failed attempts in a row. */
export async function markFailed(
  db: Db,
  accountId: number,
  reason: string,
  now: Date,
  maxPauseSeconds: number,
): Promise<number> {
  const [row] = await db<{ attempts: number }>`
    update judging_delays set attempts = attempts + 1, reason = ${reason},
      next_at = ${now}::timestamptz + make_interval(secs => least(power(2, least(attempts, 20)), ${maxPauseSeconds}))
    where account_id = ${accountId} returning attempts`
  return row?.attempts ?? 0
}

/** Gives up the oldest of the queue. */
export async function skipOldest(db: Db, accountId: number, count: number): Promise<number> {
  const [row] = await db<{ skipped: number }>`
    with gone as (
      delete from unjudged_locations where account_id = ${accountId} and number in (
        select number from unjudged_locations where account_id = ${accountId} order by number limit ${count})
      returning 1),
    counted as (select count(*)::int as skipped from gone)
    update judging_delays d set skipped = d.skipped + counted.skipped, attempts = 0
    from counted where d.account_id = ${accountId} returning counted.skipped`
  return row?.skipped ?? 0
}

/** How many more than the maximum are waiting. */
export async function countExcess(db: Db, accountId: number, max: number): Promise<number> {
  const [row] = await db<{ excess: number }>`
    select count(*)::int as excess from (
      select from unjudged_locations where account_id = ${accountId} order by number desc offset ${max}) as older`
  return row!.excess
}

/** Two statements: the second one sees what was added while the first one waited for the lock. */
export async function release(db: Db, accountId: number): Promise<void> {
  await db`select from judging_delays where account_id = ${accountId} for update`
  await db`
    delete from judging_delays where account_id = ${accountId}
      and not exists (select from unjudged_locations where account_id = ${accountId})`
}

export interface DelayedAccount {
  accountId: number
  since: Date
  reason: string
  skipped: number
  waiting: number
}

/** Counts up to `max` waiting locations. */
export function listDelayed(db: Db, limit: number, max: number): Promise<DelayedAccount[]> {
  return db<DelayedAccount>`
    select d.account_id, d.since, d.reason, d.skipped::float8 as skipped,
      (select count(*)::int from (select from unjudged_locations u where u.account_id = d.account_id limit ${max}) as counted)
        as waiting
    from judging_delays d order by d.since limit ${limit}`
}
