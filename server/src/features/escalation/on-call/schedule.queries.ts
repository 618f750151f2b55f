import type { AccountDb } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { readPage } from '../../../platform/db/paging.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ListFilter } from '../../../platform/db/updated-since.ts'
import { isUpdatedSince } from '../../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import type { Layer, Override, StoredSchedule, WholeSchedule } from './schedule.types.ts'

const scheduleJson = sql`json_build_object(
  'id', o.id, 'name', o.name, 'timeZone', o.time_zone, 'layers', o.layers, 'createdAt', iso_time(o.created_at),
  'modifiedAt', iso_time(o.modified_at))`

export async function findSchedule(
  db: AccountDb,
  id: string,
): Promise<{ version: number; json: string } | undefined> {
  const [row] = await db<{ version: number; json: string }>`
    select o.version, ${scheduleJson}::text as json
    from on_call_schedules o where o.account_id = ${db.accountId} and o.id = ${id}`
  return row
}

export function listSchedules(
  db: AccountDb,
  scope: DeviceScope,
  filter: ListFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select o.number from on_call_schedules o
      where o.account_id = ${db.accountId} and o.number > ${cursor.after}::bigint
        and ${scope.kind === 'all'}::boolean and position(lower(${filter.search ?? ''}) in lower(o.name)) > 0
        and ${isUpdatedSince(sql`o.modified_at`, filter)}`,
    records: sql`
      select o.number, ${scheduleJson} as json
      from page join on_call_schedules o on o.account_id = ${db.accountId} and o.number = page.number`,
  })
}

export async function lockSchedule(db: AccountDb, id: string): Promise<StoredSchedule | undefined> {
  const [row] = await db<StoredSchedule>`
    select o.id, o.number, o.version, o.name, o.time_zone, o.layers
    from on_call_schedules o where o.account_id = ${db.accountId} and o.id = ${id}
    for no key update of o`
  return row
}

export async function countSchedules(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from on_call_schedules where account_id = ${db.accountId}`
  return row!.count
}

export async function findTimeZone(db: AccountDb): Promise<string> {
  const [row] = await db<{ timeZone: string }>`
    select time_zone from accounts where account_id = ${db.accountId}`
  return row!.timeZone
}

export async function insertSchedule(
  db: AccountDb,
  id: string,
  { name, timeZone, layers }: WholeSchedule,
  now: Date,
): Promise<void> {
  await db`
    insert into on_call_schedules (account_id, id, name, time_zone, layers, created_at, modified_at)
    values (${db.accountId}, ${id}, ${name}, ${timeZone}, ${JSON.stringify(layers)}::jsonb, ${now}, ${now})`
}

export async function updateSchedule(
  db: AccountDb,
  id: string,
  { name, timeZone, layers }: WholeSchedule,
  now: Date,
): Promise<void> {
  await db`
    update on_call_schedules set name = ${name}, time_zone = ${timeZone}, layers = ${JSON.stringify(layers)}::jsonb,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deleteSchedule(db: AccountDb, id: string): Promise<void> {
  await db`delete from on_call_schedules where account_id = ${db.accountId} and id = ${id}`
}

/** The name of a policy that refers to it. */
export async function findUse(db: AccountDb, id: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }>`
    select name from escalation_policies
    where account_id = ${db.accountId} and steps @> ${JSON.stringify([{ onCall: id }])}::jsonb limit 1`
  return row?.name
}

/** With the overrides that touch the period, in the order in which they were made. */
export async function findRota(
  db: AccountDb,
  id: string,
  from: Date,
  to: Date,
): Promise<{ timeZone: string; layers: Layer[]; overrides: Override[] } | undefined> {
  const [row] = await db<{ number: number; timeZone: string; layers: Layer[] }>`
    select number, time_zone, layers from on_call_schedules where account_id = ${db.accountId} and id = ${id}`
  if (!row) return undefined
  const { number, timeZone, layers } = row
  const overrides = await db<Override>`
    select id, from_at as "from", to_at as "to", participant from on_call_overrides
    where account_id = ${db.accountId} and schedule_number = ${number} and to_at > ${from} and from_at <= ${to}
    order by created_at, id`
  return { timeZone, layers, overrides }
}

export async function countOverrides(db: AccountDb, schedule: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from on_call_overrides
    where account_id = ${db.accountId} and schedule_number = ${schedule}`
  return row!.count
}

export async function insertOverride(
  db: AccountDb,
  schedule: number,
  { id, from, to, participant }: Override,
  now: Date,
): Promise<void> {
  await db`
    insert into on_call_overrides (account_id, id, schedule_number, from_at, to_at, participant, created_at)
    values (${db.accountId}, ${id}, ${schedule}, ${from}, ${to}, ${participant}, ${now})`
}

/** Those that ended long ago are of no use. */
export async function deleteOverridesBefore(db: AccountDb, schedule: number, before: Date): Promise<void> {
  await db`
    delete from on_call_overrides
    where account_id = ${db.accountId} and schedule_number = ${schedule} and to_at < ${before}`
}

export async function deleteOverride(
  db: AccountDb,
  schedule: number,
  id: string,
): Promise<Override | undefined> {
  const [row] = await db<Override>`
    delete from on_call_overrides
    where account_id = ${db.accountId} and schedule_number = ${schedule} and id = ${id}
    returning id, from_at as "from", to_at as "to", participant`
  return row
}

export interface Participant {
  id: string
  name: string
  contacts: { id: string; name: string; channel: string }[]
}

/** Contacts and users by their ids, with the verified contacts through which they are notified. */
export function findParticipants(db: AccountDb, ids: string[]): Promise<Participant[]> {
  return db<Participant>`
    select given.id, coalesce(u.name, max(c.name) filter (where c.id = given.id), '') as name,
      coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'channel', c.channel) order by c.number)
        filter (where c.verified_at is not null), '[]') as contacts
    from unnest(${ids}::text[]) as given (id)
    left join users u on u.account_id = ${db.accountId} and u.id = given.id
    left join contacts c on c.account_id = ${db.accountId} and (c.id = given.id or c.user_id = given.id)
    group by given.id, u.name`
}
