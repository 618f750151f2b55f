// Visits, as the trip processor writes them.

import type { AccountDb } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { VisitKind } from '../detection/detection.types.ts'
import type { StoredVisit, VisitKey, WrittenVisit } from './visit-changes.ts'

export interface VisitRange {
  deviceNumber: number
  /** Visits that were decided after this, */
  afterMs: number
  /** up to this, inclusive. */
  untilMs: number
  /** Also those that are open. */
  hasOpen: boolean
}

interface VisitColumns {
  deviceNumber: number
  geofenceNumber: number
  geofenceId: string
  enteredMs: number
  leftMs: number | null
  kind: VisitKind
  cm: number
  idleSeconds: number
  decidedMs: number | null
  version: number
}

const columns = sql`device_number, geofence_number, geofence_id, round(date_part('epoch', entered_at) * 1000) as entered_ms,
  round(date_part('epoch', left_at) * 1000) as left_ms, kind, cm, idle_seconds,
  round(date_part('epoch', decided_at) * 1000) as decided_ms, version`

export async function readStoredVisits(
  db: AccountDb,
  ranges: VisitRange[],
): Promise<Map<number, StoredVisit[]>> {
  const ofDevice = sql`account_id = ${db.accountId} and device_number = given.device_number`
  const rows = await db<VisitColumns>`
    select found.* from unnest(${ranges.map((range) => range.deviceNumber)}::int[],
      ${ranges.map((range) => toTimestamp(range.afterMs))}::timestamptz[],
      ${ranges.map((range) => toTimestamp(range.untilMs))}::timestamptz[],
      ${ranges.map((range) => range.hasOpen)}::boolean[]) as given (device_number, after, until, has_open)
    cross join lateral (
      select ${columns} from visits where ${ofDevice} and decided_at > given.after
        and decided_at <= given.until
      union all
      select ${columns} from visits where ${ofDevice} and left_at is null and given.has_open) as found
    order by found.entered_ms, found.geofence_number`
  return Map.groupBy(rows.map(toStored), ({ deviceNumber }) => deviceNumber)
}

function toStored(row: VisitColumns): StoredVisit & { deviceNumber: number } {
  const { deviceNumber, geofenceId, kind, cm, idleSeconds, version } = row
  return {
    deviceNumber,
    area: row.geofenceNumber,
    geofenceId,
    enteredAtMs: row.enteredMs,
    leftAtMs: row.leftMs,
    kind,
    cm,
    idleSeconds,
    decidedAtMs: row.decidedMs,
    version,
  }
}

export async function deleteVisits(
  db: AccountDb,
  keys: (VisitKey & { deviceNumber: number })[],
): Promise<void> {
  await db`
    delete from visits v
    using unnest(${keys.map((key) => key.deviceNumber)}::int[], ${keys.map((key) => toTimestamp(key.enteredAtMs))}::timestamptz[],
      ${keys.map((key) => key.area)}::int[]) as given (device_number, entered_at, geofence_number)
    where v.account_id = ${db.accountId} and v.device_number = given.device_number
      and v.entered_at = given.entered_at and v.geofence_number = given.geofence_number`
}

export async function saveVisits(
  db: AccountDb,
  visits: (WrittenVisit & { deviceNumber: number; geofenceId: string })[],
): Promise<void> {
  const given = visits.map((visit) => ({
    device_number: visit.deviceNumber,
    entered_s: visit.enteredAtMs / 1_000,
    geofence_number: visit.area,
    geofence_id: visit.geofenceId,
    left_s: visit.leftAtMs === null ? null : visit.leftAtMs / 1_000,
    kind: visit.kind,
    cm: visit.cm,
    idle_seconds: visit.idleSeconds,
    decided_s: visit.decidedAtMs === null ? null : visit.decidedAtMs / 1_000,
    version: visit.version,
  }))
  await db`
    insert into visits (account_id, device_number, entered_at, geofence_number, geofence_id, left_at, kind, cm,
      idle_seconds, decided_at, version)
    select ${db.accountId}, device_number, to_timestamp(entered_s), geofence_number, geofence_id, to_timestamp(left_s),
      kind, cm, idle_seconds, to_timestamp(decided_s), version
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (device_number int, entered_s float8,
      geofence_number int, geofence_id text, left_s float8, kind text, cm bigint, idle_seconds int, decided_s float8,
      version int)
    on conflict (account_id, device_number, entered_at, geofence_number) do update set left_at = excluded.left_at,
      kind = excluded.kind, cm = excluded.cm, idle_seconds = excluded.idle_seconds, decided_at = excluded.decided_at,
      version = excluded.version`
}

/** Those that have ended before. */
export async function deleteOldVisits(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from visits v using (
      select device_number, entered_at, geofence_number from visits
      where account_id = ${db.accountId} and entered_at < ${before} and left_at < ${before}
      order by entered_at limit ${limit}) as old
    where v.account_id = ${db.accountId} and v.device_number = old.device_number and v.entered_at = old.entered_at
      and v.geofence_number = old.geofence_number
    returning v.version`
  return rows.length
}
