// Reads visits in the order of time, newest first.

import type { AccountDb } from '../../../platform/db/db.ts'
import { devicesIn, isDeviceSeen } from '../../../platform/db/scope.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import type { VisitKind } from '../detection/detection.types.ts'
import { instant } from '../reading/segment-read.queries.ts'
import type { VisitListKey, VisitRow } from './visit.types.ts'

export interface VisitFilter {
  deviceNumber: number | undefined
  geofenceNumber: number | undefined
  kind: VisitKind | undefined
  /** The numbers of the geofences that the caller sees; undefined: all. */
  geofences: Fragment | undefined
}

/** Whether the rows are in the order of an index, and all of them are wanted. */
export function isWhole(scope: DeviceScope, { deviceNumber, kind, geofences }: VisitFilter): boolean {
  return (scope.kind === 'all' || deviceNumber !== undefined) && kind === undefined && geofences === undefined
}

/** The caller has checked that a device that is named is seen. */
function isWanted(
  db: AccountDb,
  scope: DeviceScope,
  { deviceNumber, geofenceNumber, kind, geofences }: VisitFilter,
): Fragment {
  const ofDevice =
    deviceNumber !== undefined
      ? sql`and v.device_number = ${deviceNumber}`
      : scope.kind === 'all'
        ? sql``
        : sql`and v.device_number in (${devicesIn(db, scope)})`
  const ofGeofence = geofenceNumber === undefined ? sql`` : sql`and v.geofence_number = ${geofenceNumber}`
  const ofKind = kind === undefined ? sql`` : sql`and v.kind = ${kind}`
  const ofSeen = geofences === undefined ? sql`` : sql`and v.geofence_number in (${geofences})`
  return sql`v.account_id = ${db.accountId} ${ofDevice} ${ofGeofence} ${ofKind} ${ofSeen}`
}

const isAfterKey = ({ enteredAtMs, deviceNumber, geofenceNumber }: VisitListKey) =>
  sql`v.entered_at <= ${instant(enteredAtMs)} and (v.entered_at, v.device_number, v.geofence_number)
    < (${instant(enteredAtMs)}, ${deviceNumber}::bigint, ${geofenceNumber}::bigint)`

const inOrder = sql`order by v.entered_at desc, v.device_number desc, v.geofence_number desc`

/** Those that were entered from an instant on. */
export function listEntered(
  db: AccountDb,
  scope: DeviceScope,
  filter: VisitFilter,
  { fromMs, before }: { fromMs: number; before: VisitListKey },
  limit: number,
): Promise<VisitRow[]> {
  const found = sql`
    select v.* from visits v
    where ${isWanted(db, scope, filter)} and v.entered_at >= ${instant(fromMs)} and ${isAfterKey(before)}
    ${inOrder} limit ${limit}`
  return withState(db, found, limit)
}

const dayMs = 86_400_000

/** Those that were entered before an instant and left after it. Those of more than a day have an index of their own. */
export function listLasting(
  db: AccountDb,
  scope: DeviceScope,
  filter: VisitFilter,
  { atMs, before }: { atMs: number; before: VisitListKey },
  limit: number,
): Promise<VisitRow[]> {
  const wanted = sql`${isWanted(db, scope, filter)} and ${isAfterKey(before)}`
  const isLasting = sql`v.left_at > ${instant(atMs)} and v.entered_at < ${instant(atMs)}`
  const aDayBefore = instant(atMs - dayMs)
  const found = sql`
    (select v.* from visits v where ${wanted} and ${isLasting} and v.entered_at >= ${aDayBefore} ${inOrder} limit ${limit})
    union all
    (select v.* from visits v where ${wanted} and ${isLasting} and v.entered_at < ${aDayBefore}
      and v.left_at - v.entered_at > interval '1 day' ${inOrder} limit ${limit})
    union all
    (select v.* from visits v where ${wanted} and v.left_at is null and v.entered_at < ${instant(atMs)}
      ${inOrder} limit ${limit})`
  return withState(db, found, limit)
}

/** Those of a geofence whose devices are inside. */
export function listPresent(
  db: AccountDb,
  scope: DeviceScope,
  geofenceNumber: number,
  before: VisitListKey,
  limit: number,
): Promise<VisitRow[]> {
  const found = sql`
    select v.* from visits v join devices d on d.account_id = v.account_id and d.number = v.device_number
    where v.account_id = ${db.accountId} and v.geofence_number = ${geofenceNumber} and v.left_at is null
      and ${isDeviceSeen(scope)} and ${isAfterKey(before)}
    ${inOrder} limit ${limit}`
  return withState(db, found, limit)
}

function withState(db: AccountDb, found: Fragment, limit: number): Promise<VisitRow[]> {
  return db<VisitRow>`
    select v.device_number, d.id as device_id, v.geofence_number, v.geofence_id,
      round(date_part('epoch', v.entered_at) * 1000) as entered_ms, round(date_part('epoch', v.left_at) * 1000) as left_ms,
      v.kind, v.cm, v.idle_seconds, v.version, case when v.left_at is null then t.open->'visits' end as open_visits,
      case when v.left_at is null then (t.open->>'untilMs')::float8 end as until_ms
    from (${found}) as v
    join devices d on d.account_id = ${db.accountId} and d.number = v.device_number
    left join trip_states t on t.account_id = ${db.accountId} and t.device_number = v.device_number
    ${inOrder} limit ${limit}`
}

/** Lists without a beginning end here. */
export async function findOldestMs(db: AccountDb): Promise<number | null> {
  const [row] = await db<{ oldestMs: number | null }>`
    select floor(date_part('epoch', min(entered_at)) * 1000) as oldest_ms from visits where account_id = ${db.accountId}`
  return row!.oldestMs
}

export async function findDeviceNumber(
  db: AccountDb,
  scope: DeviceScope,
  deviceId: string,
): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select d.number from devices d
    where d.account_id = ${db.accountId} and d.id = ${deviceId} and ${isDeviceSeen(scope)}`
  return row?.number
}
