// Reads devices. PostgreSQL builds their JSON, which is passed through as text.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { devicesOfGroups, isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { DeviceFilter, Presence } from './device.types.ts'

export const newest = sql`left join newest_locations n on n.account_id = d.account_id and n.device_number = d.number`

const onlineFor = sql`interval '10 minutes'`

/** Seen within the last ten minutes. Needs `n`, its newest location. */
export function isOnline(now: Date): Fragment {
  return sql`coalesce(n.seen_at > ${now}::timestamptz - ${onlineFor}, false)`
}

/** Looks each device up by the key of `newest_locations`: reads no more than the devices of the account. */
function hasPresence(presence: Presence, now: Date): Fragment {
  const last = sql`select from newest_locations l where l.account_id = d.account_id and l.device_number = d.number`
  if (presence === 'never') return sql`not exists (${last})`
  const than = presence === 'online' ? sql`>` : sql`<=`
  return sql`exists (${last} and l.seen_at ${than} ${now}::timestamptz - ${onlineFor})`
}

/** A device as the API shows it. Needs `d` (devices), `n` (its newest location) and `today` (see below). */
export function deviceJson(scope: DeviceScope, now: Date): Fragment {
  return sql`json_build_object(
    'id', d.id, 'name', d.name, 'description', d.description, 'identifier', d.identifier,
    'phoneNumber', d.phone_number, 'model', d.model, 'vehicleType', d.vehicle_type,
    'licensePlate', d.license_plate, 'driverName', d.driver_name, 'driverPhone', d.driver_phone,
    'photoUpdatedAt', (
      select iso_time(p.updated_at) from device_photos p
      where p.account_id = d.account_id and p.device_number = d.number),
    'protocol', d.protocol,
    'reportsEverySeconds', d.reports_every_seconds, 'tags', d.tags,
    'groups', coalesce((
      select json_agg(gd.group_id order by gd.group_id) from group_devices gd
      where gd.account_id = d.account_id and gd.device_number = d.number and ${isGroupSeen(scope)}), '[]'),
    'state', case when d.expires_at <= today.now then 'expired' else 'active' end,
    'licensed', d.expires_at is null or d.expires_at > today.now,
    'online', ${isOnline(now)}, 'lastSeenAt', iso_time(n.seen_at),
    'authenticatedBy', n.trust,
    'limits', json_build_object('expires', d.expires, 'expirationDate', d.expiration_date,
      'dailyEmailLimit', d.daily_email_limit, 'dailySmsLimit', d.daily_sms_limit),
    'usage', (
      select json_build_object('day', today.day,
        'emailsSent', coalesce(sum(c.sent) filter (where c.channel = 'email'), 0),
        'smsSent', coalesce(sum(c.sent) filter (where c.channel = 'sms'), 0),
        'resetsAt', today.resets_at)
      from daily_counts c
      where c.account_id = d.account_id and c.device_number = d.number and c.day = today.day),
    'createdAt', iso_time(d.created_at), 'modifiedAt', iso_time(d.modified_at))`
}

/** The current instant, and the calendar day of the account. */
export function todayOf(db: AccountDb, now: Date): Fragment {
  return sql`today as materialized (
    select now, day, iso_time(start_of_day(day + 1, time_zone)) as resets_at
    from (
      select time_zone, now, (now at time zone time_zone)::date as day
      from accounts, (values (${now}::timestamptz)) as clock (now)
      where account_id = ${db.accountId}) as local)`
}

/** Groups outside the scope are hidden. */
export function isGroupSeen(scope: DeviceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'groups' ? sql`gd.group_id = any(${[...scope.groupIds]}::text[])` : sql`false`
}

export interface FoundDevice {
  number: number
  version: number
  json: string
}

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
  now: Date,
): Promise<FoundDevice | undefined> {
  const [row] = await db<FoundDevice>`
    with ${todayOf(db, now)}
    select d.number, d.version, ${deviceJson(scope, now)}::text as json
    from devices d ${newest} cross join today
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

/** A page of the devices in scope, by creation. Starts from the smallest set of candidates. */
export function listDevices(
  db: AccountDb,
  scope: DeviceScope,
  filter: DeviceFilter,
  cursor: PageCursor,
  now: Date,
): Promise<Page> {
  return readPage(db, cursor, {
    with: todayOf(db, now),
    numbers:
      filter.search !== undefined && filter.groupId === undefined && scope.kind === 'all'
        ? searched(db, filter.search, cursor, matches(filter, now))
        : sql`
      select d.number from ${source(db, scope, filter)}
      where d.account_id = ${db.accountId} and d.number > ${cursor.after}::bigint and ${isDeviceSeen(scope)} and ${matches(filter, now)}`,
    records: sql`
      select d.number, ${deviceJson(scope, now)} as json
      from page join devices d on d.account_id = ${db.accountId} and d.number = page.number ${newest} cross join today`,
  })
}

/**
 * The search texts of many devices are in one row; devices are read only if their row matches. Rows are expanded in
 * order, one by one, so that it stops when the page is full: a join would be sorted as a whole.
 */
function searched(db: AccountDb, search: string, { after, limit }: PageCursor, matches: Fragment): Fragment {
  return sql`
    select number from (
      select unnest(array(
        select d.number from devices d
        where d.account_id = ${db.accountId} and d.number between s.first_number and s.last_number
          and d.number > ${after}::bigint and ${matches}
        order by d.number)) as number
      from device_search s
      where s.account_id = ${db.accountId} and s.last_number > ${after}::bigint and ${contains(sql`s.texts`, search)}
      order by s.first_number
      limit ${limit + 1}) as found`
}

/** Devices of a group are found through the group, so that the rest of the account costs nothing. */
export function source(db: AccountDb, scope: DeviceScope, filter: DeviceFilter = {}): Fragment {
  const groupIds = filter.groupId === undefined ? groupsOf(scope) : [filter.groupId]
  if (groupIds === undefined) return sql`devices d`
  return sql`(${devicesOfGroups(db, groupIds)}) g
    join devices d on d.account_id = ${db.accountId} and d.number = g.device_number`
}

function groupsOf(scope: DeviceScope): readonly string[] | undefined {
  return scope.kind === 'groups' ? scope.groupIds : undefined
}

/** As they are stored in `device_search`. */
const texts = sql`device_texts(d.search_text, d.license_plate)`

export function matches(filter: DeviceFilter, now: Date): Fragment {
  const all: Fragment[] = []
  if (filter.search !== undefined) all.push(contains(texts, filter.search))
  if (filter.state === 'expired') all.push(sql`d.expires_at <= ${now}`)
  if (filter.state === 'active') all.push(sql`(d.expires_at is null or d.expires_at > ${now})`)
  if (filter.presence !== undefined) all.push(hasPresence(filter.presence, now))
  if (filter.updatedSince !== undefined) all.push(sql`d.modified_at >= ${new Date(filter.updatedSince)}`)
  if (filter.tag !== undefined) {
    const [name, ...value] = filter.tag.split(':')
    if (value.length > 0) all.push(sql`d.tags ->> ${name} = ${value.join(':')}`)
    else all.push(sql`d.tags ? ${name}`)
  }
  return all.reduce((left, right) => sql`${left} and ${right}`, sql`true`)
}

/** Twice as fast as `like`, and without special characters. The search text is lowercased once. */
export function contains(text: Fragment, search: string): Fragment {
  return sql`strpos(${text}, (select lower(${search}))) > 0`
}
