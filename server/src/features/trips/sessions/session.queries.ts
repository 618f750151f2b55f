// Sessions of drivers by their tags, as the trip processor writes them.

import type { AccountDb } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { StoredSession, WrittenSession } from './session-changes.ts'

export interface SessionRange {
  deviceNumber: number
  /** Sessions that were decided after this, */
  afterMs: number
  /** up to this, inclusive. */
  untilMs: number
  /** Also the one that is open. */
  hasOpen: boolean
}

interface SessionColumns {
  deviceNumber: number
  tag: string
  beganMs: number
  endedMs: number | null
  decidedMs: number | null
  version: number
}

const columns = sql`device_number, tag, round(date_part('epoch', began_at) * 1000) as began_ms,
  round(date_part('epoch', ended_at) * 1000) as ended_ms, round(date_part('epoch', decided_at) * 1000) as decided_ms,
  version`

export async function readStoredSessions(
  db: AccountDb,
  ranges: SessionRange[],
): Promise<Map<number, StoredSession[]>> {
  const ofDevice = sql`account_id = ${db.accountId} and device_number = given.device_number`
  const rows = await db<SessionColumns>`
    select found.* from unnest(${ranges.map((range) => range.deviceNumber)}::int[],
      ${ranges.map((range) => toTimestamp(range.afterMs))}::timestamptz[],
      ${ranges.map((range) => toTimestamp(range.untilMs))}::timestamptz[],
      ${ranges.map((range) => range.hasOpen)}::boolean[]) as given (device_number, after, until, has_open)
    cross join lateral (
      select ${columns} from driver_sessions where ${ofDevice} and decided_at > given.after
        and decided_at <= given.until
      union all
      select ${columns} from driver_sessions where ${ofDevice} and ended_at is null and given.has_open) as found
    order by found.began_ms`
  return Map.groupBy(
    rows.map((row) => ({
      deviceNumber: row.deviceNumber,
      tag: row.tag,
      beganAtMs: row.beganMs,
      endedAtMs: row.endedMs,
      decidedAtMs: row.decidedMs,
      version: row.version,
    })),
    ({ deviceNumber }) => deviceNumber,
  )
}

export async function deleteSessions(
  db: AccountDb,
  keys: { deviceNumber: number; beganAtMs: number }[],
): Promise<void> {
  await db`
    delete from driver_sessions s
    using unnest(${keys.map((key) => key.deviceNumber)}::int[], ${keys.map((key) => toTimestamp(key.beganAtMs))}::timestamptz[])
      as given (device_number, began_at)
    where s.account_id = ${db.accountId} and s.device_number = given.device_number and s.began_at = given.began_at`
}

export async function saveSessions(
  db: AccountDb,
  sessions: (WrittenSession & { deviceNumber: number })[],
): Promise<void> {
  const column = (pick: (session: WrittenSession & { deviceNumber: number }) => unknown) => sessions.map(pick)
  const timeOf = (atMs: number | null) => (atMs === null ? null : toTimestamp(atMs))
  await db`
    insert into driver_sessions (account_id, device_number, began_at, ended_at, tag, decided_at, version)
    select ${db.accountId}, given.*
    from unnest(${column((one) => one.deviceNumber)}::int[], ${column((one) => timeOf(one.beganAtMs))}::timestamptz[],
      ${column((one) => timeOf(one.endedAtMs))}::timestamptz[], ${column((one) => one.tag)}::text[],
      ${column((one) => timeOf(one.decidedAtMs))}::timestamptz[], ${column((one) => one.version)}::int[]) as given
    on conflict (account_id, device_number, began_at) do update set ended_at = excluded.ended_at, tag = excluded.tag,
      decided_at = excluded.decided_at, version = excluded.version`
}

/** Those that have ended before. */
export async function deleteOldSessions(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from driver_sessions s using (
      select device_number, began_at from driver_sessions
      where account_id = ${db.accountId} and began_at < ${before} and ended_at < ${before}
      order by began_at limit ${limit}) as old
    where s.account_id = ${db.accountId} and s.device_number = old.device_number and s.began_at = old.began_at
    returning s.version`
  return rows.length
}
