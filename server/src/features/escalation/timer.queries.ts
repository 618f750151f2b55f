import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { DueRound, Notice, TimerKey } from './escalation.types.ts'
import type { NextRound, Position } from './steps.ts'

/** Over all accounts, by due time: timers that are not due cost nothing. */
export function listDue(directory: Db, now: Date, limit: number): Promise<TimerKey[]> {
  return directory<TimerKey>`
    select account_id, alert_number from escalation_timers where due_at <= ${now} order by due_at limit ${limit}`
}

/** The first ones of each account, by the numbers of the accounts after the given one. */
export function listDueInTurns(
  directory: Db,
  now: Date,
  { afterAccount, perAccount, limit }: { afterAccount: number; perAccount: number; limit: number },
): Promise<TimerKey[]> {
  return directory<TimerKey>`
    with recursive turns as (
      (select account_id from escalation_timers where due_at <= ${now} and account_id > ${afterAccount}
        order by account_id limit 1)
      union all
      select next.account_id from turns, lateral (
        select t.account_id from escalation_timers t where t.due_at <= ${now} and t.account_id > turns.account_id
        order by t.account_id limit 1) as next)
    select due.account_id, due.alert_number from turns, lateral (
      select t.account_id, t.alert_number, t.due_at from escalation_timers t
      where t.due_at <= ${now} and t.account_id = turns.account_id
      order by t.due_at limit ${perAccount}) as due
    limit ${limit}`
}

export interface DueTimers {
  count: number
  /** Null if nothing is due at a planned time. */
  oldest: Date | null
}

export async function measureDue(directory: Db, now: Date, max: number): Promise<DueTimers> {
  const [row] = await directory<DueTimers>`
    select count(*)::int as count, min(due_at) filter (where due_at > '-infinity') as oldest from (
      select due_at from escalation_timers where due_at <= ${now} order by due_at limit ${max}) as due`
  return row!
}

/**
 * Locks the alert, unless it is handled or another process has it: an acknowledgement locks it too, and so comes before
 * or after the round. Returns the round if it is due.
 */
export async function lockDueRound(
  db: AccountDb,
  alertNumber: number,
  now: Date,
): Promise<DueRound | undefined> {
  const locked = await db`
    select from alerts a
    where a.account_id = ${db.accountId} and a.number = ${alertNumber} and a.acknowledged_at is null
      and a.resolved_at is null and a.withdrawn_at is null
    for no key update of a skip locked`
  if (locked.length === 0) return undefined
  const [row] = await db<DueRound>`
    select t.step, t.round, case when t.due_at > '-infinity' then t.due_at end as due_at, e.policy_id, e.policy_name,
      e.steps, e.topic, a.id as alert_id, a.raised_at, d.id as device_id, d.number as device_number,
      (select json_build_object('step', r.step, 'round', r.round, 'doneAt', r.done_at) from escalation_rounds r
        where r.account_id = t.account_id and r.alert_number = t.alert_number
        order by r.step desc, r.round desc limit 1) as last
    from escalation_timers t
    join escalations e on e.account_id = t.account_id and e.alert_number = t.alert_number
    join alerts a on a.account_id = t.account_id and a.number = t.alert_number
    join devices d on d.account_id = a.account_id and d.number = a.device_number
    where t.account_id = ${db.accountId} and t.alert_number = ${alertNumber} and t.due_at <= ${now}`
  return row?.last ? { ...row, last: { ...row.last, doneAt: new Date(row.last.doneAt) } } : row
}

/** Deletes the timer. Only one transaction succeeds. */
export async function takeTimer(
  db: AccountDb,
  alertNumber: number,
  { step, round }: Position,
): Promise<boolean> {
  const rows = await db`
    delete from escalation_timers
    where account_id = ${db.accountId} and alert_number = ${alertNumber} and step = ${step} and round = ${round}
    returning alert_number`
  return rows.length > 0
}

export async function setTimer(
  db: AccountDb,
  alertNumber: number,
  { step, round, dueAt }: NextRound,
): Promise<void> {
  await db`
    insert into escalation_timers (account_id, alert_number, step, round, due_at)
    values (${db.accountId}, ${alertNumber}, ${step}, ${round}, coalesce(${dueAt}::timestamptz, '-infinity'))`
}

export async function finish(db: AccountDb, alertNumber: number, now: Date): Promise<void> {
  await db`
    update escalations set ended_at = ${now}, outcome = 'finished'
    where account_id = ${db.accountId} and alert_number = ${alertNumber} and ended_at is null`
}

export async function insertRound(
  db: AccountDb,
  alertNumber: number,
  { step, round }: Position,
  { dueAt, now, notices }: { dueAt: Date; now: Date; notices: Notice[] },
): Promise<void> {
  await db`
    insert into escalation_rounds (account_id, alert_number, step, round, due_at, done_at)
    values (${db.accountId}, ${alertNumber}, ${step}, ${round}, ${dueAt}, ${now})`
  if (notices.length === 0) return
  await db`
    insert into escalation_notices (account_id, alert_number, step, round, notification_number, contact_id, contact_name,
      channel, address)
    select ${db.accountId}, ${alertNumber}, ${step}, ${round}, * from unnest(
      ${notices.map((one) => one.notificationNumber)}::bigint[], ${notices.map((one) => one.contactId)}::text[],
      ${notices.map((one) => one.contactName)}::text[], ${notices.map((one) => one.channel)}::text[],
      ${notices.map((one) => one.address)}::text[])`
}
