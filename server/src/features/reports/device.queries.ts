// The devices of a report, in the order of their names.

import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import type { ReportedDevice } from './catalogue/catalogue.types.ts'
import type { ReportRequest } from './report.types.ts'

/** Whether device `d` is part of the report. */
export function isWanted(scope: DeviceScope, { deviceIds, groupIds }: ReportRequest): Fragment {
  const isNamed = deviceIds ? sql`d.id = any(${deviceIds}::text[])` : sql`true`
  const groups = groupIds?.filter((id) => includesGroup(scope, id))
  const isInGroup = groups
    ? sql`exists (
        select from group_devices w where w.account_id = d.account_id and w.group_id = any(${groups}::text[])
          and w.device_number = d.number)`
    : sql`true`
  return sql`${isDeviceSeen(scope)} and ${isNamed} and ${isInGroup}`
}

export async function countDevices(db: AccountDb, wanted: Fragment): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from devices d where d.account_id = ${db.accountId} and ${wanted}`
  return row!.count
}

export function listDevices(
  db: AccountDb,
  wanted: Fragment,
  {
    groupId,
    after,
    limit,
  }: { groupId: string | undefined; after: ReportedDevice | undefined; limit: number },
): Promise<ReportedDevice[]> {
  const isAfter = after
    ? sql`and (d.sort_name, d.number) > (${after.sortName}::text, ${after.number}::int)`
    : sql``
  const isOfGroup = groupId
    ? sql`and exists (
        select from group_devices m where m.account_id = d.account_id and m.group_id = ${groupId}
          and m.device_number = d.number)`
    : sql``
  return db<ReportedDevice>`
    select d.number, d.id, d.name, d.sort_name, d.license_plate from devices d
    where d.account_id = ${db.accountId} ${isAfter} ${isOfGroup} and ${wanted}
    order by d.sort_name, d.number limit ${limit}`
}

/** Without a group: in none that the user sees. */
export function listDevicesWithoutGroup(
  db: AccountDb,
  wanted: Fragment,
  { groupIds, after, limit }: { groupIds: string[]; after: ReportedDevice | undefined; limit: number },
): Promise<ReportedDevice[]> {
  const hasNone = sql`not exists (
    select from group_devices m where m.account_id = d.account_id and m.group_id = any(${groupIds}::text[])
      and m.device_number = d.number)`
  return listDevices(db, sql`${wanted} and ${hasNone}`, { groupId: undefined, after, limit })
}

export interface ReportedGroup {
  id: string
  name: string
}

const maxGroups = 1_000

/** By name. */
export function listGroups(
  db: AccountDb,
  scope: DeviceScope,
  groupIds: string[] | undefined,
): Promise<ReportedGroup[]> {
  const isSeen =
    scope.kind === 'groups'
      ? sql`g.id = any(${[...scope.groupIds]}::text[])`
      : sql`${scope.kind === 'all'}::boolean`
  const isNamed = groupIds ? sql`g.id = any(${groupIds}::text[])` : sql`true`
  return db<ReportedGroup>`
    select g.id, g.name from groups g where g.account_id = ${db.accountId} and ${isSeen} and ${isNamed}
    order by lower(g.name), g.id limit ${maxGroups}`
}
