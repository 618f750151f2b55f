// Reads the segments of many devices in the order of time.

import type { AccountDb } from '../../../platform/db/db.ts'
import { devicesIn, devicesOfGroups } from '../../../platform/db/scope.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import { includesGroup } from '../../../platform/http/caller.ts'
import type { SegmentKind } from '../detection/detection.types.ts'
import type { FleetRow } from './segment-read.queries.ts'
import { instant, readColumns } from './segment-read.queries.ts'

export interface FleetFilter {
  kind: SegmentKind
  groupId: string | undefined
  minCm: number
  /** Devices that the wanted driver may have driven; undefined: of any driver. */
  drivenDevices?: number[] | undefined
}

/** A place in the list: the segments that follow begin before, or at once and are of a device with a lower number. */
export interface FleetKey {
  beganAtMs: number
  deviceNumber: number
}

/** Whether the list is of all devices of the account, so that its index has them in order. */
export function isWholeAccount(scope: DeviceScope, { groupId, drivenDevices }: FleetFilter): boolean {
  return scope.kind === 'all' && groupId === undefined && drivenDevices === undefined
}

/** The numbers of the devices. */
function devicesOf(db: AccountDb, scope: DeviceScope, filter: FleetFilter): Fragment {
  const { drivenDevices, ...rest } = filter
  if (drivenDevices === undefined) return devicesOfGroup(db, scope, rest)
  return sql`select driven.number from unnest(${drivenDevices}::int[]) as driven (number)
    where driven.number in (${devicesOfGroup(db, scope, rest)})`
}

function devicesOfGroup(db: AccountDb, scope: DeviceScope, { groupId }: FleetFilter): Fragment {
  if (groupId === undefined) return devicesIn(db, scope)
  if (includesGroup(scope, groupId)) return devicesOfGroups(db, [groupId])
  return sql`select null::int where false`
}

const isAfterKey = ({ beganAtMs, deviceNumber }: FleetKey) =>
  sql`(began_at, device_number) < (${instant(beganAtMs)}, ${deviceNumber}::bigint)`

/** The distance of an open one is not in the table. */
const isLongEnough = (minCm: number) =>
  minCm > 0 ? sql`and (cm >= ${minCm}::bigint or ended_at is null)` : sql``

/** Those that begin from an instant on. Newest first. */
export function listBeginning(
  db: AccountDb,
  scope: DeviceScope,
  filter: FleetFilter,
  { fromMs, before }: { fromMs: number; before: FleetKey },
  limit: number,
): Promise<FleetRow[]> {
  const wanted = sql`kind = ${filter.kind} and began_at >= ${instant(fromMs)} and began_at <= ${instant(before.beganAtMs)}
    and ${isAfterKey(before)} ${isLongEnough(filter.minCm)}`
  const found = isWholeAccount(scope, filter)
    ? sql`select ${readColumns} from segments s where account_id = ${db.accountId} and ${wanted}
        order by began_at desc, device_number desc limit ${limit}`
    : sql`select one.* from (${devicesOf(db, scope, filter)}) as v (number) cross join lateral (
        select ${readColumns} from segments s
        where account_id = ${db.accountId} and device_number = v.number and ${wanted}
        order by began_at desc limit ${limit}) as one`
  return withDevice(db, found, limit)
}

/** Those that have begun before an instant and last longer: at most one of each device. */
export function listLasting(
  db: AccountDb,
  scope: DeviceScope,
  filter: FleetFilter,
  { atMs, before, now }: { atMs: number; before: FleetKey; now: Date },
  limit: number,
): Promise<FleetRow[]> {
  const found = sql`
    select one.* from (${devicesOf(db, scope, filter)}) as v (number) cross join lateral (
      -- In the order of the primary key: by the index of the account, this could read segments of all devices.
      select ${readColumns}, began_at, ended_at from segments s
      where account_id = ${db.accountId} and (device_number, began_at) < (v.number, ${instant(atMs)})
      order by s.device_number desc, s.began_at desc limit 1) as one
    where one.device_number = v.number and kind = ${filter.kind} and coalesce(ended_at, ${now}) > ${instant(atMs)} and ${isAfterKey(before)}
      ${isLongEnough(filter.minCm)}`
  return withDevice(db, found, limit)
}

function withDevice(db: AccountDb, found: Fragment, limit: number): Promise<FleetRow[]> {
  return db<FleetRow>`
    select found.*, d.id as device_id
    from (${found}) as found join devices d on d.account_id = ${db.accountId} and d.number = found.device_number
    order by found.began_ms desc, found.device_number desc limit ${limit}`
}

/** Lists without a beginning end here. */
export async function findOldestMs(db: AccountDb): Promise<number | null> {
  const [row] = await db<{ oldestMs: number | null }>`
    select date_part('epoch', min(began_at)) * 1000 as oldest_ms from segments where account_id = ${db.accountId}`
  return row!.oldestMs
}
