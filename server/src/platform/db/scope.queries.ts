import type { DeviceScope } from '../http/caller.ts'
import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

/** Whether device `d` is in the caller's scope. Every variant uses an index. */
export function isDeviceSeen(scope: DeviceScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'device') return sql`d.number = ${scope.deviceNumber}`
  if (scope.kind === 'none') return sql`false`
  return sql`exists (
    select from group_devices v
    where v.account_id = d.account_id and v.group_id = ${scope.groupId} and v.device_number = d.number)`
}
