import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether the rule `r` applies to a device, directly or through a group. */
export function appliesTo(deviceNumber: Fragment): Fragment {
  return sql`(r.applies_to = 'all'
    or exists (
      select from rule_targets t
      where t.account_id = r.account_id and t.rule_number = r.number and t.device_number = ${deviceNumber})
    or exists (
      select from rule_targets t
      join group_devices g on g.account_id = t.account_id and g.group_id = t.group_id
      where t.account_id = r.account_id and t.rule_number = r.number and g.device_number = ${deviceNumber}))`
}
