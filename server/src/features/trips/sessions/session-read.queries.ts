// Reads the sessions of a driver, and tags that are of nobody.

import type { AccountDb } from '../../../platform/db/db.ts'
import { isDeviceSeen } from '../../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import { instant } from '../reading/segment-read.queries.ts'

export interface SessionRow {
  deviceNumber: number
  deviceId: string
  deviceName: string
  /** Null: by assignment. */
  tag: string | null
  beganMs: number
  endedMs: number | null
}

/** A place in the list: those that follow begin before, or at once and are of a device with a lower number. */
export interface SessionKey {
  beganAtMs: number
  deviceNumber: number
}

/** By tags and by assignment, newest first. Those without a beginning come last. */
export function listSessions(
  db: AccountDb,
  scope: DeviceScope,
  driverNumber: number,
  { fromMs, toMs }: TimeRange,
  before: SessionKey,
  limit: number,
): Promise<SessionRow[]> {
  return db<SessionRow>`
    select found.device_number, d.id as device_id, d.name as device_name, found.tag,
      date_part('epoch', found.began_at) * 1000 as began_ms,
      nullif(date_part('epoch', found.ended_at) * 1000, 'infinity') as ended_ms
    from (
      select s.device_number, s.tag, s.began_at, s.ended_at
      from driver_tags t join driver_sessions s on s.account_id = t.account_id and s.tag = t.tag
        and s.began_at >= t.counts_from and s.began_at < t.counts_until
      where t.account_id = ${db.accountId} and t.driver_number = ${driverNumber}
        and s.began_at < ${instant(toMs)} and s.began_at <= ${instant(before.beganAtMs)}
        and coalesce(s.ended_at, 'infinity') > ${instant(fromMs)}
      union all
      select a.device_number, null, a.counts_from, a.counts_until from driver_assignments a
      where a.account_id = ${db.accountId} and a.driver_number = ${driverNumber}
        and a.counts_from < ${instant(toMs)} and a.counts_until > ${instant(fromMs)}) as found
    join devices d on d.account_id = ${db.accountId} and d.number = found.device_number
    where ${isDeviceSeen(scope)}
      and (found.began_at, found.device_number) < (${instant(before.beganAtMs)}, ${before.deviceNumber}::bigint)
    order by found.began_at desc, found.device_number desc limit ${limit}`
}

export interface UnknownTagRow {
  tag: string
  sessions: number
  firstSeenAt: Date
  lastSeenAt: Date
  deviceId: string
  deviceName: string
}

/** Among so many sessions of the account, the newest. */
const lookedAt = 50_000

/** The tags of sessions that were of nobody then, the last seen first. */
export function listUnknownTags(
  db: AccountDb,
  scope: DeviceScope,
  since: Date,
  limit: number,
): Promise<UnknownTagRow[]> {
  return db<UnknownTagRow>`
    with recent as (
      select device_number, tag, began_at from driver_sessions
      where account_id = ${db.accountId} and began_at > ${since}
      order by began_at desc limit ${lookedAt}),
    unknown as (
      select r.tag, count(*)::int as sessions, min(r.began_at) as first_seen_at, max(r.began_at) as last_seen_at,
        (array_agg(d.number order by r.began_at desc))[1] as device_number
      from recent r join devices d on d.account_id = ${db.accountId} and d.number = r.device_number
      where ${isDeviceSeen(scope)} and not exists (
        select from driver_tags t
        where t.account_id = ${db.accountId} and t.tag = r.tag and t.counts_from <= r.began_at
          and t.counts_until > r.began_at)
      group by r.tag order by max(r.began_at) desc limit ${limit})
    select u.tag, u.sessions, u.first_seen_at, u.last_seen_at, d.id as device_id, d.name as device_name
    from unknown u join devices d on d.account_id = ${db.accountId} and d.number = u.device_number
    order by u.last_seen_at desc`
}
