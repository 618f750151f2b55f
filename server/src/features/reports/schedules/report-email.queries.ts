// E-mails of reports: one statement decides whether one may be sent, and counts it on the day of its account.

import type { AccountDb, Db } from '../../../platform/db/db.ts'
import type { DatePeriod, ScheduledRequest } from './schedule.types.ts'
import type { AccountRow } from './schedule-run.queries.ts'

export interface LeaseTerms {
  now: Date
  leaseUntil: Date
  /** Of accounts that have set none. */
  defaultLimit: number
  /** Of all accounts. */
  maxLimit: number
  hasMailServer: boolean
}

export interface LeasedEmail {
  state: 'waiting' | 'sending' | 'failed' | 'suppressed'
  reason: string | null
  number: number
  id: string
  runNumber: number
  address: string
  /** Counts from 1. */
  attempt: number
}

export function listDue(directory: Db, now: Date, limit: number): Promise<AccountRow[]> {
  return directory<AccountRow>`
    select account_id, number from report_emails
    where state = 'waiting' and due_at <= ${now} order by due_at, number limit ${limit}`
}

/**
 * Takes one e-mail, if it still waits and no other process has it. Over the limit it waits for the next day of the
 * account; one that has already waited for a day is suppressed.
 */
export async function leaseEmail(
  db: AccountDb,
  number: number,
  { now, leaseUntil, defaultLimit, maxLimit, hasMailServer }: LeaseTerms,
): Promise<LeasedEmail | undefined> {
  const [row] = await db<LeasedEmail>`
    with given as materialized (
      select e.account_id, e.number, a.time_zone, (${now}::timestamptz at time zone a.time_zone)::date as day,
        (e.created_at at time zone a.time_zone)::date as created_on,
        least(coalesce(l.daily_limit, ${defaultLimit}::int), ${maxLimit}::int) as daily_limit,
        case
          when o.effective_status <> 'active' then 'account_' || o.effective_status
          when not ${hasMailServer}::boolean then 'mail_not_configured'
          when r.tested_by is null and not exists (
            select from contacts c
            where c.account_id = e.account_id and c.number = e.contact_number and c.channel = 'email'
              and c.address = e.address and c.verified_at is not null) then 'contact_unverified'
        end as obstacle
      from report_emails e
      join report_schedule_runs r on r.account_id = e.account_id and r.number = e.run_number
      join accounts a on a.account_id = e.account_id
      join directory_accounts o on o.account_id = e.account_id
      left join report_email_limits l on l.account_id = e.account_id
      where e.account_id = ${db.accountId} and e.number = ${number} and e.state = 'waiting' and e.due_at <= ${now}
      for no key update of e skip locked),
    counted as (
      insert into report_email_days as d (account_id, day, used)
      select account_id, day, 1 from given where obstacle is null and daily_limit > 0
      on conflict (account_id, day) do update set used = d.used + 1
      where d.used < (select daily_limit from given)
      returning day)
    update report_emails e set
      state = case
        when counted.day is not null then 'sending'
        when g.obstacle like 'account_%' then 'suppressed'
        when g.obstacle is not null then 'failed'
        when g.created_on < g.day then 'suppressed'
        else 'waiting' end,
      reason = case when counted.day is null then coalesce(g.obstacle, 'daily_report_limit') end,
      due_at = case
        when counted.day is null and g.obstacle is null then start_of_day(g.day + 1, g.time_zone) else e.due_at end,
      attempts = e.attempts + (counted.day is not null)::int,
      counted_on = counted.day,
      lease_until = case when counted.day is not null then ${leaseUntil}::timestamptz end
    from given g left join counted on true
    where e.account_id = g.account_id and e.number = g.number
    returning e.state, e.reason, e.number, e.id, e.run_number, e.address, e.attempts as attempt`
  return row
}

export interface EmailFacts {
  name: string
  request: ScheduledRequest
  period: DatePeriod
  reportRunIds: string[]
  isTest: boolean
  accountName: string
  timeZone: string
  /** The user that it was set up by; null if deleted. */
  userName: string | null
}

export async function findFacts(db: AccountDb, runNumber: number): Promise<EmailFacts | undefined> {
  const [row] = await db<EmailFacts>`
    select s.name, s.request, json_build_object('from', r.period_from, 'to', r.period_to) as period, r.report_run_ids,
      r.occurs_on is null as is_test, a.name as account_name, a.time_zone, u.name as user_name
    from report_schedule_runs r
    join report_schedules s on s.account_id = r.account_id and s.number = r.schedule_number
    join accounts a on a.account_id = r.account_id
    left join users u on u.account_id = s.account_id and u.id = s.user_id
    where r.account_id = ${db.accountId} and r.number = ${runNumber}`
  return row
}

type Attempt = Pick<LeasedEmail, 'number' | 'attempt'>

/** Keeps other processes from taking it while it is being sent. */
export async function renewLease(
  db: AccountDb,
  { number, attempt }: Attempt,
  leaseUntil: Date,
): Promise<void> {
  await db`
    update report_emails set lease_until = ${leaseUntil}::timestamptz
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state = 'sending'`
}

/** A late acceptance, after the attempt was given up, still ends it. */
export async function markAccepted(db: AccountDb, { number, attempt }: Attempt, now: Date): Promise<void> {
  await db`
    update report_emails set state = 'sent', reason = null, sent_at = ${now}, lease_until = null
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state <> 'sent'`
}

/** Nothing was sent: the day gets its unit back, once. */
export async function markRefused(
  db: AccountDb,
  { number, attempt }: Attempt,
  { error, retryAt }: { error: string; retryAt: Date | null },
): Promise<void> {
  await db`
    with refused as (
      select e.account_id, e.number, e.counted_on from report_emails e
      where e.account_id = ${db.accountId} and e.number = ${number} and e.attempts = ${attempt} and e.state = 'sending'
      for no key update),
    settled as (
      update report_emails e set
        state = case when ${retryAt}::timestamptz is null then 'failed' else 'waiting' end, reason = ${error},
        due_at = coalesce(${retryAt}::timestamptz, e.due_at), lease_until = null, counted_on = null
      from refused r where e.account_id = r.account_id and e.number = r.number)
    update report_email_days d set used = d.used - 1
    from refused r where d.account_id = r.account_id and d.day = r.counted_on and d.used > 0`
}

/** It may have been sent: the unit stays spent, and sending it again counts again. */
export async function markUnknown(
  db: AccountDb,
  { number, attempt }: Attempt,
  { error, retryAt }: { error: string; retryAt: Date | null },
): Promise<void> {
  await db`
    update report_emails set unknown = unknown + 1, counted_on = null, lease_until = null,
      state = case when ${retryAt}::timestamptz is null then 'failed' else 'waiting' end,
      reason = case when ${retryAt}::timestamptz is null then 'outcome_unknown' else ${error}::text end,
      due_at = coalesce(${retryAt}::timestamptz, due_at)
    where account_id = ${db.accountId} and number = ${number} and attempts = ${attempt} and state = 'sending'`
}

/** Those whose process stopped renewing the lease. */
export function listAbandoned(directory: Db, now: Date, limit: number): Promise<AccountRow[]> {
  return directory<AccountRow>`
    select account_id, number from report_emails
    where state = 'sending' and lease_until <= ${now} order by lease_until limit ${limit}`
}

/** Does nothing if its process has reported meanwhile. */
export async function abandon(
  db: AccountDb,
  number: number,
  { now, maxAttempts }: { now: Date; maxAttempts: number },
): Promise<void> {
  await db`
    update report_emails set unknown = unknown + 1, counted_on = null, lease_until = null, due_at = ${now},
      state = case when attempts < ${maxAttempts} then 'waiting' else 'failed' end,
      reason = case when attempts < ${maxAttempts} then null else 'outcome_unknown' end
    where account_id = ${db.accountId} and number = ${number} and state = 'sending' and lease_until <= ${now}`
}

export interface LimitUse {
  /** Set by the account; null for none. */
  ownLimit: number | null
  used: number
}

export async function findLimit(db: AccountDb, now: Date): Promise<LimitUse> {
  const [row] = await db<LimitUse>`
    select l.daily_limit as own_limit, coalesce(d.used, 0) as used
    from accounts a
    left join report_email_limits l on l.account_id = a.account_id
    left join report_email_days d
      on d.account_id = a.account_id and d.day = (${now}::timestamptz at time zone a.time_zone)::date
    where a.account_id = ${db.accountId}`
  return row!
}

export async function setLimit(db: AccountDb, limit: number, now: Date): Promise<void> {
  await db`
    insert into report_email_limits (account_id, daily_limit, modified_at) values (${db.accountId}, ${limit}, ${now})
    on conflict (account_id) do update set daily_limit = excluded.daily_limit, modified_at = excluded.modified_at`
}

export async function clearLimit(db: AccountDb): Promise<void> {
  await db`delete from report_email_limits where account_id = ${db.accountId}`
}
