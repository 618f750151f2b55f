import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Conditions } from './rule.types.ts'
import type { Severity } from './rules/rulebook.types.ts'
import { appliesTo } from './targets.queries.ts'

export interface Unset {
  accountId: number
  changes: number[]
}

/** Accounts whose rules or devices changed since their timers were set. */
export function listUnset(directory: Db, limit: number): Promise<Unset[]> {
  return directory<Unset>`
    select account_id, array_agg(number::float8) as changes
    from (select account_id, number from rulebook_changes where not timers_set order by number limit ${limit}) as unset
    group by account_id`
}

/** Marks only the changes that were read: an earlier change may be committed later, and is processed then. */
export async function markSet(directory: Db, changes: number[]): Promise<void> {
  await directory`update rulebook_changes set timers_set = true where number = any(${changes}::bigint[])`
}

/** Recorders look back half a minute; an hour is enough. */
export async function deleteChanges(directory: Db): Promise<void> {
  await directory`delete from rulebook_changes where timers_set and at < now() - interval '1 hour'`
}

const afterSeconds = sql`coalesce((r.settings ->> 'afterSeconds')::int, d.reports_every_seconds * 3)`

/** One timer per device that a rule applies to, and no others. */
export async function setTimers(db: AccountDb): Promise<void> {
  await db`
    with expected as materialized (
      select r.number as rule_number, d.number as device_number,
        coalesce(n.seen_at, d.created_at) + make_interval(secs => ${afterSeconds}) as due_at
      from alert_rules r
      join devices d on d.account_id = r.account_id
      left join newest_locations n on n.account_id = d.account_id and n.device_number = d.number
      where r.account_id = ${db.accountId} and r.kind = 'overdue' and r.enabled and ${afterSeconds} is not null
        and ${appliesTo(sql`d.number`)}),
    gone as (
      delete from overdue_timers t
      where t.account_id = ${db.accountId}
        and not exists (
          select from expected e where e.rule_number = t.rule_number and e.device_number = t.device_number))
    insert into overdue_timers as t (account_id, rule_number, device_number, due_at)
    select ${db.accountId}::int, rule_number, device_number, due_at from expected
    on conflict (account_id, rule_number, device_number) do update set due_at = excluded.due_at
    where excluded.due_at < t.due_at and t.raised_for is null`
}

export interface DueTimer {
  accountId: number
  ruleNumber: number
  deviceNumber: number
}

/** Over all accounts, by the index on time: timers that are not due cost nothing. */
export function listDue(directory: Db, now: Date, limit: number): Promise<DueTimer[]> {
  return directory<DueTimer>`
    select account_id, rule_number, device_number from overdue_timers
    where due_at <= ${now} order by due_at limit ${limit}`
}

export interface LockedTimer {
  ruleNumber: number
  ruleId: string
  ruleName: string
  ruleVersion: number
  severity: Severity
  settings: object
  conditions: Conditions
  timeZone: string
  deviceNumber: number
  afterSeconds: number
  seenAt: Date
  raisedFor: Date | null
  expiresAt: Date | null
  latitude: number | null
  longitude: number | null
}

/** Locks the timers that are still due, with the current state of their devices. Skips those of other processes. */
export function lockDue(
  db: AccountDb,
  timers: { ruleNumber: number; deviceNumber: number }[],
  now: Date,
): Promise<LockedTimer[]> {
  return db<LockedTimer>`
    select t.rule_number, r.id as rule_id, r.name as rule_name, r.version as rule_version, r.severity, r.settings,
      r.conditions, a.time_zone, t.device_number, coalesce(${afterSeconds}, 86400) as after_seconds,
      coalesce(n.seen_at, d.created_at) as seen_at, t.raised_for, d.expires_at, n.latitude, n.longitude
    from unnest(${timers.map((one) => one.ruleNumber)}::int[], ${timers.map((one) => one.deviceNumber)}::int[])
      as given (rule_number, device_number)
    join overdue_timers t on t.account_id = ${db.accountId} and t.rule_number = given.rule_number
      and t.device_number = given.device_number
    join alert_rules r on r.account_id = t.account_id and r.number = t.rule_number
    join accounts a on a.account_id = t.account_id
    join devices d on d.account_id = t.account_id and d.number = t.device_number
    left join newest_locations n on n.account_id = t.account_id and n.device_number = t.device_number
    where t.due_at <= ${now}
    for update of t skip locked`
}

export async function moveTimers(
  db: AccountDb,
  timers: { ruleNumber: number; deviceNumber: number; dueAt: Date; raisedFor: Date | null }[],
): Promise<void> {
  await db`
    update overdue_timers t set due_at = given.due_at, raised_for = given.raised_for
    from unnest(${timers.map((one) => one.ruleNumber)}::int[], ${timers.map((one) => one.deviceNumber)}::int[],
      ${timers.map((one) => one.dueAt)}::timestamptz[], ${timers.map((one) => one.raisedFor)}::timestamptz[])
      as given (rule_number, device_number, due_at, raised_for)
    where t.account_id = ${db.accountId} and t.rule_number = given.rule_number
      and t.device_number = given.device_number`
}
