import type { DeviceScope } from '../http/caller.ts'
import type { AccountDb } from './db.ts'
import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

/** Whether device `d` is in the caller's scope. Every variant uses an index. */
export function isDeviceSeen(scope: DeviceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'device') return sql`d.number = ${scope.deviceNumber}`
  if (scope.kind === 'none') return sql`false`
  return sql`exists (
    select from group_devices v
    where v.account_id = d.account_id and v.group_id = any(${[...scope.groupIds]}::text[])
      and v.device_number = d.number)`
}

/** The numbers of the devices in at least one of the groups. Those of a single group are read in order, without a sort. */
export function devicesOfGroups(db: AccountDb, groupIds: readonly string[]): Fragment {
  return groupIds.length === 1
    ? sql`select device_number from group_devices where account_id = ${db.accountId} and group_id = ${groupIds[0]}`
    : sql`select distinct device_number from group_devices
        where account_id = ${db.accountId} and group_id = any(${[...groupIds]}::text[])`
}

/** The numbers of the devices in a limited scope. */
export function devicesIn(db: AccountDb, scope: DeviceScope): Fragment {
  if (scope.kind === 'groups') return devicesOfGroups(db, scope.groupIds)
  if (scope.kind === 'device') return sql`select ${scope.deviceNumber}::int`
  const isAll = scope.kind === 'all'
  return sql`select number from devices where account_id = ${db.accountId} and ${isAll}::boolean`
}
