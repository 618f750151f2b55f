import { isAccountActive } from '../../../platform/db/account-status.queries.ts'
import type { AccountDb, Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DatePeriod } from './schedule.types.ts'

export interface AccountRow {
  accountId: number
  number: number
}

/** Over all accounts. */
export function listDue(directory: Db, now: Date, limit: number): Promise<AccountRow[]> {
  return directory<AccountRow>`
    select s.account_id, s.number from report_schedules s
    where s.enabled and s.next_due_at <= ${now} and ${isAccountActive(sql`s`)}
    order by s.next_due_at limit ${limit}`
}

/** Over all accounts: runs whose files may be written by now. */
export function listRunning(directory: Db, now: Date, limit: number): Promise<AccountRow[]> {
  return directory<AccountRow>`
    select r.account_id, r.number from report_schedule_runs r
    where r.state = 'running' and r.check_at <= ${now} order by r.check_at limit ${limit}`
}

/** After a failure of the server. The day that is due stays the same. */
export async function postponeSchedule(db: AccountDb, number: number, until: Date): Promise<void> {
  await db`
    update report_schedules set next_due_at = ${until}
    where account_id = ${db.accountId} and number = ${number} and enabled and next_due_at < ${until}`
}

export async function hasRun(db: AccountDb, scheduleNumber: number, on: string): Promise<boolean> {
  const rows = await db`
    select from report_schedule_runs
    where account_id = ${db.accountId} and schedule_number = ${scheduleNumber} and occurs_on = ${on}`
  return rows.length > 0
}

export async function isTestRunning(db: AccountDb, scheduleNumber: number): Promise<boolean> {
  const rows = await db`
    select from report_schedule_runs r
    where r.account_id = ${db.accountId} and r.schedule_number = ${scheduleNumber} and r.occurs_on is null
      and r.state = 'running' limit 1`
  return rows.length > 0
}

export interface NewRun {
  id: string
  scheduleNumber: number
  /** Null for a test. */
  on: string | null
  testedBy: string | null
  period: DatePeriod
  reportRunIds: string[]
  /** Why it failed at once. */
  reason: string | null
  now: Date
}

export async function insertRun(db: AccountDb, run: NewRun): Promise<number> {
  const { id, scheduleNumber, on, testedBy, period, reportRunIds, reason, now } = run
  const [row] = await db<{ number: number }>`
    insert into report_schedule_runs (account_id, id, schedule_number, occurs_on, tested_by, period_from, period_to,
      report_run_ids, state, reason, check_at, started_at)
    values (${db.accountId}, ${id}, ${scheduleNumber}, ${on}, ${testedBy}, ${period.from}, ${period.to},
      ${reportRunIds}::text[], ${reason === null ? 'running' : 'failed'}, ${reason}, ${now}, ${now})
    returning number`
  return row!.number
}

export interface RunningRun {
  number: number
  scheduleNumber: number
  testedBy: string | null
  reportRunIds: string[]
  sendsEmpty: boolean
}

/** If it is still running, and no other process has it. */
export async function lockRunning(db: AccountDb, number: number): Promise<RunningRun | undefined> {
  const [row] = await db<RunningRun>`
    select r.number, r.schedule_number, r.tested_by, r.report_run_ids, s.sends_empty
    from report_schedule_runs r
    join report_schedules s on s.account_id = r.account_id and s.number = r.schedule_number
    where r.account_id = ${db.accountId} and r.number = ${number} and r.state = 'running'
    for no key update of r skip locked`
  return row
}

export async function checkAgain(db: AccountDb, number: number, at: Date): Promise<void> {
  await db`
    update report_schedule_runs set check_at = ${at} where account_id = ${db.accountId} and number = ${number}`
}

export async function settleRun(
  db: AccountDb,
  number: number,
  state: 'sending' | 'empty' | 'failed',
  reason: string | null,
): Promise<void> {
  await db`
    update report_schedule_runs set state = ${state}, reason = ${reason}
    where account_id = ${db.accountId} and number = ${number}`
}

/** One e-mail per recipient. Returns how many; contacts that are no longer verified get none, and show why. */
export async function insertEmails(
  db: AccountDb,
  run: Pick<RunningRun, 'number' | 'scheduleNumber'>,
  ids: string[],
  now: Date,
): Promise<number> {
  const rows = await db`
    insert into report_emails (account_id, id, run_number, contact_number, address, state, reason, due_at, created_at)
    select c.account_id, given.id, ${run.number}::bigint, c.number, c.address,
      case when c.verified_at is null then 'failed' else 'waiting' end,
      case when c.verified_at is null then 'contact_unverified' end, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${ids}::text[]) with ordinality as given (id, place)
    join (
      select row_number() over (order by c.number) as place, c.* from report_recipients r
      join contacts c on c.account_id = r.account_id and c.number = r.contact_number
      where r.account_id = ${db.accountId} and r.schedule_number = ${run.scheduleNumber} and c.channel = 'email'
    ) as c on c.place = given.place
    returning number`
  return rows.length
}

/** To the verified address of the user who tests. */
export async function insertTestEmail(
  db: AccountDb,
  run: Pick<RunningRun, 'number' | 'testedBy'>,
  id: string,
  now: Date,
): Promise<number> {
  const rows = await db`
    insert into report_emails (account_id, id, run_number, address, due_at, created_at)
    select u.account_id, ${id}::text, ${run.number}::bigint, u.email, ${now}::timestamptz, ${now}::timestamptz from users u
    where u.account_id = ${db.accountId} and u.id = ${run.testedBy} and u.email_verified_at is not null
    returning number`
  return rows.length
}

export async function deleteOld(db: AccountDb, scheduleNumber: number, before: Date): Promise<void> {
  await db`
    delete from report_schedule_runs
    where account_id = ${db.accountId} and schedule_number = ${scheduleNumber} and started_at < ${before}
      and state <> 'running'`
  await db`
    delete from report_email_days where account_id = ${db.accountId} and day < ${before}::timestamptz::date`
}
