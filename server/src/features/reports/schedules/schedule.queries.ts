import type { AccountDb } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { readNewest, readPage } from '../../../platform/db/paging.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../../platform/db/updated-since.ts'
import type { Occurrence } from './occurrence.ts'
import type { ScheduleDocument, StoredSchedule } from './schedule.types.ts'

const recipients = sql`array(
  select c.id from report_recipients r
  join contacts c on c.account_id = r.account_id and c.number = r.contact_number
  where r.account_id = s.account_id and r.schedule_number = s.number order by c.number)`

/** Of the run `r`. When no e-mail waits any more, it is sent. */
const runState = sql`case when r.state = 'sending' and not exists (
    select from report_emails e
    where e.account_id = r.account_id and e.run_number = r.number and e.state in ('waiting', 'sending'))
  then 'sent' else r.state end`

/** The newest run of the schedule that is not a test. */
const lastRun = sql`(
  select json_build_object('id', r.id, 'day', r.occurs_on, 'state', ${runState}, 'reason', r.reason,
    'startedAt', iso_time(r.started_at), 'unsentEmails', (
      select count(*) from report_emails e
      where e.account_id = r.account_id and e.run_number = r.number and e.state in ('failed', 'suppressed')))
  from report_schedule_runs r
  where r.account_id = s.account_id and r.schedule_number = s.number and r.occurs_on is not null
  order by r.number desc limit 1)`

const scheduleJson = sql`json_build_object(
  'id', s.id, 'name', s.name, 'request', s.request, 'formats', s.formats, 'rhythm', s.rhythm, 'time', s.time_of_day,
  'period', s.period, 'recipients', ${recipients}, 'sendsEmpty', s.sends_empty, 'enabled', s.enabled,
  'timeZone', (select a.time_zone from accounts a where a.account_id = s.account_id), 'userId', s.user_id,
  'nextRunAt', iso_time(nullif(s.next_due_at, to_timestamp(0))),
  'stopped', case when s.stopped_at is not null
    then json_build_object('stoppedAt', iso_time(s.stopped_at), 'reason', s.stopped_reason) end,
  'lastRun', ${lastRun}, 'createdAt', iso_time(s.created_at), 'modifiedAt', iso_time(s.modified_at))`

/** Restricts to the schedules of `userId`, unless it is null. */
function isSeen(userId: string | null) {
  return userId === null ? sql`true` : sql`s.user_id = ${userId}`
}

export async function findSchedule(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<{ number: number; version: number; json: string } | undefined> {
  const [row] = await db<{ number: number; version: number; json: string }>`
    select s.number, s.version, ${scheduleJson}::text as json
    from report_schedules s where s.account_id = ${db.accountId} and s.id = ${id} and ${isSeen(userId)}`
  return row
}

export function listSchedules(
  db: AccountDb,
  userId: string | null,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select s.number from report_schedules s
      where s.account_id = ${db.accountId} and s.number > ${cursor.after}::bigint and ${isSeen(userId)}
        and position(lower(${filter.search ?? ''}) in lower(s.name)) > 0
        and ${isUpdatedSince(sql`s.modified_at`, filter)}`,
    records: sql`
      select s.number, ${scheduleJson} as json
      from page join report_schedules s on s.account_id = ${db.accountId} and s.number = page.number`,
  })
}

const stored = sql`s.number, s.id, s.version, s.name, s.request, s.formats, s.rhythm, s.time_of_day as time, s.period,
  ${recipients} as recipients, s.sends_empty, s.enabled, s.user_id, s.next_on, s.stopped_at is not null as is_stopped`

export async function lockSchedule(
  db: AccountDb,
  userId: string | null,
  id: string,
): Promise<StoredSchedule | undefined> {
  const [row] = await db<StoredSchedule>`
    select ${stored} from report_schedules s
    where s.account_id = ${db.accountId} and s.id = ${id} and ${isSeen(userId)}
    for no key update of s`
  return row
}

/** If it is due, and no other process has it. */
export async function lockDue(db: AccountDb, number: number, now: Date): Promise<StoredSchedule | undefined> {
  const [row] = await db<StoredSchedule>`
    select ${stored} from report_schedules s
    where s.account_id = ${db.accountId} and s.number = ${number} and s.enabled and s.next_due_at <= ${now}
    for no key update of s skip locked`
  return row
}

export async function countSchedules(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from report_schedules where account_id = ${db.accountId}`
  return row!.count
}

export async function findTimeZone(db: AccountDb): Promise<string> {
  const [row] = await db<{ timeZone: string }>`
    select time_zone from accounts where account_id = ${db.accountId}`
  return row!.timeZone
}

/** Verified e-mail contacts, of the whole account or of one user. Those of `keptIds` are found as they are. */
export function findRecipients(
  db: AccountDb,
  userId: string | null,
  ids: string[],
  keptIds: string[],
): Promise<{ id: string; number: number }[]> {
  return db<{ id: string; number: number }>`
    select c.id, c.number from contacts c
    where c.account_id = ${db.accountId} and c.id = any(${ids}::text[]) and (c.id = any(${keptIds}::text[])
      or c.channel = 'email' and c.verified_at is not null
        and ${userId === null ? sql`true` : sql`c.user_id = ${userId}`})`
}

export async function insertSchedule(
  db: AccountDb,
  schedule: ScheduleDocument & { id: string; userId: string },
  next: Occurrence | undefined,
  now: Date,
): Promise<number> {
  const { id, name, request, formats, rhythm, time, period, sendsEmpty, enabled, userId } = schedule
  const [row] = await db<{ number: number }>`
    insert into report_schedules (account_id, id, name, request, formats, rhythm, time_of_day, period, sends_empty, enabled,
      user_id, next_on, next_due_at, created_at, modified_at)
    values (${db.accountId}, ${id}, ${name}, ${JSON.stringify(request)}, ${formats}::text[], ${JSON.stringify(rhythm)},
      ${time}, ${period}, ${sendsEmpty}, ${enabled}, ${userId}, ${next?.on ?? null}, ${next?.dueAt ?? null}, ${now}, ${now})
    returning number`
  return row!.number
}

export async function updateSchedule(
  db: AccountDb,
  number: number,
  schedule: ScheduleDocument & { userId: string | null },
  next: Occurrence | undefined,
  now: Date,
): Promise<void> {
  const { name, request, formats, rhythm, time, period, sendsEmpty, enabled, userId } = schedule
  await db`
    update report_schedules set name = ${name}, request = ${JSON.stringify(request)}, formats = ${formats}::text[],
      rhythm = ${JSON.stringify(rhythm)}, time_of_day = ${time}, period = ${period}, sends_empty = ${sendsEmpty},
      enabled = ${enabled}, user_id = ${userId}, next_on = ${next?.on ?? null}, next_due_at = ${next?.dueAt ?? null},
      stopped_at = case when not ${enabled}::boolean then stopped_at end,
      stopped_reason = case when not ${enabled}::boolean then stopped_reason end,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function setRecipients(db: AccountDb, number: number, contacts: number[]): Promise<void> {
  await db`delete from report_recipients where account_id = ${db.accountId} and schedule_number = ${number}`
  await db`
    insert into report_recipients (account_id, schedule_number, contact_number)
    select ${db.accountId}::int, ${number}::int, contact from unnest(${contacts}::int[]) as given (contact)`
}

export async function deleteSchedule(db: AccountDb, number: number): Promise<void> {
  await db`delete from report_schedules where account_id = ${db.accountId} and number = ${number}`
}

export async function setNext(db: AccountDb, number: number, next: Occurrence): Promise<void> {
  await db`
    update report_schedules set next_on = ${next.on}, next_due_at = ${next.dueAt}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function stopSchedule(db: AccountDb, number: number, reason: string, now: Date): Promise<void> {
  await db`
    update report_schedules set enabled = false, next_on = null, next_due_at = null, stopped_at = ${now},
      stopped_reason = ${reason}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

/** The address that the user has proved to be their own. */
export async function findVerifiedEmail(db: AccountDb, userId: string): Promise<string | undefined> {
  const [row] = await db<{ email: string }>`
    select email from users
    where account_id = ${db.accountId} and id = ${userId} and email_verified_at is not null`
  return row?.email
}

const runJson = sql`json_build_object(
  'id', r.id, 'day', r.occurs_on, 'isTest', r.occurs_on is null,
  'period', json_build_object('from', r.period_from, 'to', r.period_to),
  'state', ${runState}, 'reason', r.reason, 'reportRunIds', r.report_run_ids, 'startedAt', iso_time(r.started_at),
  'emails', coalesce((
    select json_agg(json_build_object('contactId', c.id, 'state', e.state, 'reason', e.reason, 'attempts', e.attempts,
      'unknownAttempts', e.unknown, 'sentAt', iso_time(e.sent_at)) order by e.number)
    from report_emails e left join contacts c on c.account_id = e.account_id and c.number = e.contact_number
    where e.account_id = r.account_id and e.run_number = r.number), '[]'))`

/** The newest first. */
export function listRuns(db: AccountDb, scheduleNumber: number, cursor: PageCursor): Promise<Page> {
  return readNewest(db, cursor, {
    table: sql`report_schedule_runs`,
    alias: sql`r`,
    where: sql`r.schedule_number = ${scheduleNumber}`,
    json: runJson,
  })
}

export async function findRun(db: AccountDb, number: number): Promise<string> {
  const [row] = await db<{ json: string }>`
    select ${runJson}::text as json from report_schedule_runs r
    where r.account_id = ${db.accountId} and r.number = ${number}`
  return row!.json
}
