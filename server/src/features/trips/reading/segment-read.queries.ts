// Reads segments for the API. Those that are open have their sums with the state of the device.

import type { AccountDb } from '../../../platform/db/db.ts'
import { isDeviceSeen } from '../../../platform/db/scope.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import type { OpenSegmentView } from '../detection/advance.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import type { SegmentColumns, SumColumns } from '../segment.queries.ts'
import { segmentColumns, sumColumns } from '../segment.queries.ts'
import type { ZonePeriod } from '../zoned-days.ts'
import type { TimeRange } from './reading.types.ts'

export interface ReadRow extends SegmentColumns {
  correctedMs: number | null
}

export interface FleetRow extends ReadRow {
  deviceId: string
}

/** The columns of a row of `segments`, named `s`. */
export const readColumns = sql`${segmentColumns}, case when corrections > 0 then (
    select date_part('epoch', max(c.at)) * 1000 from segment_corrections c
    where c.account_id = s.account_id and c.segment_id = s.id) end as corrected_ms`

export const instant = (atMs: number): Fragment => sql`${toTimestamp(atMs)}::timestamptz`

export interface StoredDevice {
  deviceNumber: number
  deviceId: string
  /** Of the account. */
  timeZone: string
  /** Of the stored days; null if the device was never processed. */
  zone: string | null
  zones: ZonePeriod[] | null
  /** Null if the device was never processed. */
  state: string | null
  settings: SettingsPeriod[] | null
  open: OpenSegmentView | null
  /** Of the newest row that is part of the track. */
  latestMs: number | null
}

const storedDevice = sql`
  d.number as device_number, d.id as device_id, a.time_zone, t.zone, t.zones, t.state, t.settings, t.open,
  date_part('epoch', n.latest_at) * 1000 as latest_ms
  from devices d
  join accounts a on a.account_id = d.account_id
  left join trip_states t on t.account_id = d.account_id and t.device_number = d.number
  left join newest_locations n on n.account_id = d.account_id and n.device_number = d.number`

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
): Promise<StoredDevice | undefined> {
  const [row] = await db<StoredDevice>`
    select ${storedDevice} where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row
}

export async function findDeviceOfNumber(
  db: AccountDb,
  scope: DeviceScope,
  deviceNumber: number,
): Promise<StoredDevice | undefined> {
  const [row] = await db<StoredDevice>`
    select ${storedDevice}
    where d.account_id = ${db.accountId} and d.number = ${deviceNumber} and ${isDeviceSeen(scope)}`
  return row
}

export async function findSegment(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<(FleetRow & { algorithm: number }) | undefined> {
  const [row] = await db<FleetRow & { algorithm: number }>`
    select s.*, d.id as device_id
    from (select ${readColumns}, algorithm from segments s where account_id = ${db.accountId} and id = ${id}::uuid) as s
    join devices d on d.account_id = ${db.accountId} and d.number = s.device_number
    where ${isDeviceSeen(scope)}`
  return row
}

/** Those that begin before an instant and overlap the period, newest first. */
export function listOfDevice(
  db: AccountDb,
  deviceNumber: number,
  { kinds, period, beforeMs }: { kinds: readonly SegmentKind[]; period: TimeRange; beforeMs: number },
  limit: number,
): Promise<ReadRow[]> {
  const { fromMs, toMs } = period
  const ofDevice = sql`account_id = ${db.accountId} and device_number = ${deviceNumber}`
  // Segments follow each other: only the last one that begins up to the start of the period reaches into it.
  const firstAt = sql`coalesce((
    select began_at from segments where ${ofDevice} and began_at <= ${instant(fromMs)}
    order by began_at desc limit 1), ${instant(fromMs)})`
  const isWithin = Number.isFinite(fromMs)
    ? sql`and began_at >= ${firstAt} and ended_at > ${instant(fromMs)}`
    : sql``
  return db<ReadRow>`
    select ${readColumns} from segments s
    where ${ofDevice} and began_at < ${instant(Math.min(beforeMs, toMs))} and kind = any(${[...kinds]}::text[]) ${isWithin}
    order by began_at desc limit ${limit}`
}

export interface SegmentKey {
  deviceNumber: number
  beganAtMs: number
}

const keysOf = (keys: SegmentKey[]) => sql`
  unnest(${keys.map((key) => key.deviceNumber)}::int[], ${keys.map((key) => toTimestamp(key.beganAtMs))}::timestamptz[])
    as given (device_number, began_at)`
const ofGiven = (db: AccountDb) => sql`
  account_id = ${db.accountId} and device_number = given.device_number and began_at = given.began_at`

/** The distance of segments by day. Days without any are absent. */
export function listDayDistances(
  db: AccountDb,
  keys: SegmentKey[],
): Promise<{ deviceNumber: number; beganMs: number; day: string; cm: number }[]> {
  return db<{ deviceNumber: number; beganMs: number; day: string; cm: number }>`
    select given.device_number, date_part('epoch', given.began_at) * 1000 as began_ms, s.day, s.cm
    from ${keysOf(keys)} cross join lateral (
      select day, cm from segment_days where ${ofGiven(db)} and cm <> 0 order by day) as s`
}

/** What the stored days of open segments add up to. */
export function sumDays(
  db: AccountDb,
  keys: SegmentKey[],
): Promise<(SumColumns & { deviceNumber: number })[]> {
  return db<SumColumns & { deviceNumber: number }>`
    select given.device_number, s.*
    from ${keysOf(keys)} cross join lateral (
      select coalesce(sum(cm), 0)::bigint as cm, coalesce(sum(bridged_cm), 0)::bigint as bridged_cm,
        coalesce(sum(drift_cm), 0)::bigint as drift_cm, sum(device_cm)::bigint as device_cm,
        coalesce(sum(odometer_breaks), 0)::int as odometer_breaks, coalesce(sum(idle_seconds), 0)::int as idle_seconds,
        coalesce(sum(idlings), 0)::int as idlings, sum(engine_seconds)::int as engine_seconds,
        max(top_speed) as top_speed, coalesce(sum(locations), 0)::int as locations
      from (select ${sumColumns} from segment_days where ${ofGiven(db)}) as one) as s`
}

export interface DeviceState {
  deviceNumber: number
  timeZone: string
  settings: SettingsPeriod[] | null
  open: OpenSegmentView | null
  latestMs: number | null
}

export function listStates(db: AccountDb, deviceNumbers: number[]): Promise<DeviceState[]> {
  return db<DeviceState>`
    select ${storedDevice} where d.account_id = ${db.accountId} and d.number = any(${deviceNumbers}::int[])`
}

export async function findTimeZone(db: AccountDb): Promise<string> {
  const [row] = await db<{ timeZone: string }>`
    select time_zone from accounts where account_id = ${db.accountId}`
  return row!.timeZone
}

export function listCorrectedAt(
  db: AccountDb,
  ids: string[],
): Promise<{ id: string; correctedMs: number }[]> {
  return db<{ id: string; correctedMs: number }>`
    select segment_id as id, date_part('epoch', max(at)) * 1000 as corrected_ms from segment_corrections
    where account_id = ${db.accountId} and segment_id = any(${ids}::uuid[]) group by segment_id`
}
