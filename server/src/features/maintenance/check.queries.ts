// What the worker reads and writes: which accounts are due, which devices of them, and what was raised already.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { evaluation } from './state.queries.ts'
import type { Pair } from './state.types.ts'

/** Accounts whose next devices are to be evaluated, those that wait longest first. */
export async function listDue(directory: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await directory<{ accountId: number }>`
    select account_id from maintenance_checks where next_at <= ${now} order by next_at limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/** Undefined if another process has it, or it is no longer due. */
export async function lockCheck(db: AccountDb, now: Date): Promise<{ afterDevice: number } | undefined> {
  const [row] = await db<{ afterDevice: number }>`
    select after_device from maintenance_checks
    where account_id = ${db.accountId} and next_at <= ${now}
    for update skip locked`
  return row
}

export async function hasPlans(db: AccountDb): Promise<boolean> {
  const rows = await db`select from maintenance_plans where account_id = ${db.accountId} limit 1`
  return rows.length > 0
}

/** The last of the next devices; undefined if there are none. */
export async function findUntil(db: AccountDb, after: number, limit: number): Promise<number | undefined> {
  const [row] = await db<{ until: number | null }>`
    select max(number) as until from (
      select number from devices where account_id = ${db.accountId} and number > ${after}
      order by number limit ${limit}) as next`
  return row?.until ?? undefined
}

export async function moveCheck(
  db: AccountDb,
  { nextAt, afterDevice, checkedAt }: { nextAt: Date; afterDevice: number; checkedAt: Date | null },
): Promise<void> {
  await db`
    update maintenance_checks set next_at = ${nextAt}, after_device = ${afterDevice},
      checked_at = coalesce(${checkedAt}, checked_at), failed_at = null
    where account_id = ${db.accountId}`
}

/** After a failure, so that many of them do not fill every poll. */
export async function postponeCheck(
  db: AccountDb,
  { until, failedAt }: { until: Date; failedAt: Date },
): Promise<void> {
  await db`
    update maintenance_checks set next_at = ${until}, failed_at = ${failedAt}
    where account_id = ${db.accountId} and next_at < ${until}`
}

export async function deleteCheck(db: AccountDb): Promise<void> {
  await db`delete from maintenance_checks where account_id = ${db.accountId}`
}

interface Range {
  after: number
  until: number
}

const inRange = ({ after, until }: Range) => sql`d.number > ${after} and d.number <= ${until}`

/** Devices to which a plan applies that has neither work nor a start. */
export function listUnstarted(db: AccountDb, range: Range, now: Date): Promise<Pair[]> {
  return db<Pair>`
    with ${evaluation(db, now, { devices: inRange(range) })}
    select plan_number, device_number from evaluated where began_at is null`
}

export async function insertStarts(db: AccountDb, starts: (Pair & { beganAt: Date })[]): Promise<void> {
  await db`
    insert into maintenance_starts (account_id, plan_number, device_number, began_at)
    select ${db.accountId}::int, plan_number, device_number, began_at
    from unnest(${starts.map((one) => one.planNumber)}::int[], ${starts.map((one) => one.deviceNumber)}::int[],
      ${starts.map((one) => one.beganAt)}::timestamptz[]) as given (plan_number, device_number, began_at)
    on conflict (account_id, plan_number, device_number) do nothing`
}

export type Level = 'soon' | 'due'

export interface ReachedLevel extends Pair {
  deviceId: string
  planId: string
  plan: string
  level: Level
  cycleBeganAt: Date
  cycleBeganMs: number
  remainingKm: number | null
  remainingHours: number | null
  remainingDays: number | null
}

/**
 * Marks what is soon or due and was not raised in its cycle. Returns what this process has marked: no other process and no
 * later run gets it again. What is due already is no longer raised as soon. Nothing is raised for expired devices.
 */
export function markReached(db: AccountDb, range: Range, now: Date): Promise<ReachedLevel[]> {
  return db<ReachedLevel>`
    with ${evaluation(db, now, {
      devices: sql`${inRange(range)} and (d.expires_at is null or d.expires_at > ${now})`,
    })},
    reached as materialized (
      select e.plan_number, e.device_number, e.began_at, case when e.level = 1 then 'soon' else 'due' end as level, e.left_cm,
        e.left_seconds, e.left_days
      from evaluated e
      where e.level > 0 and e.began_at is not null and not exists (
        select from maintenance_alerts a
        where a.account_id = ${db.accountId} and a.plan_number = e.plan_number and a.device_number = e.device_number
          and a.cycle_began_at = e.began_at and (a.level = 'due' or e.level = 1))),
    marked as (
      insert into maintenance_alerts (account_id, plan_number, device_number, cycle_began_at, level, raised_at)
      select ${db.accountId}::int, plan_number, device_number, began_at, level, ${now} from reached
      order by plan_number, device_number
      on conflict do nothing
      returning plan_number, device_number, level)
    select r.plan_number, r.device_number, r.level, r.began_at as cycle_began_at,
      date_part('epoch', r.began_at) * 1000 as cycle_began_ms, d.id as device_id, p.id as plan_id, p.name as plan,
      r.left_cm / 100000::float8 as remaining_km, r.left_seconds / 3600::float8 as remaining_hours,
      r.left_days as remaining_days
    from marked m
    join reached r on r.plan_number = m.plan_number and r.device_number = m.device_number
    join devices d on d.account_id = ${db.accountId} and d.number = r.device_number
    join maintenance_plans p on p.account_id = ${db.accountId} and p.number = r.plan_number
    order by r.device_number, r.plan_number`
}

export interface WaitingChecks {
  accounts: number
  /** Those whose last attempt failed. */
  failing: number
  /** Of the account that waits longest. */
  waitSeconds: number
}

/** Over all accounts. */
export async function measureWaiting(directory: Db, now: Date): Promise<WaitingChecks> {
  const [row] = await directory<WaitingChecks>`
    select count(*) as accounts, count(failed_at) as failing,
      coalesce(greatest(0, date_part('epoch', ${now}::timestamptz - min(next_at))), 0) as wait_seconds
    from maintenance_checks`
  return row!
}
