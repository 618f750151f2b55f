// What the status of an account means for work that nobody requests: messages, webhooks, share links.

import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

/** An SOS leaves a suspended account for this long. */
export const sosDays = 14

/** Why no message about alert `a` leaves its account `o`; null if it may leave. */
export function messageObstacle(now: Date): Fragment {
  return sql`case
    when o.status = 'active' then null
    when a.name = 'sos' and (o.status = 'closing' or (o.status = 'suspended'
      and o.status_changed_at > ${now}::timestamptz - make_interval(days => ${sosDays}::int))) then null
    else 'account_' || o.status end`
}

/** Whether the rows of an account table, under the given alias, belong to an active account. */
export function isAccountActive(alias: Fragment): Fragment {
  return sql`exists (select from accounts o where o.account_id = ${alias}.account_id and o.status = 'active')`
}

/** The same over all accounts, in the scope of the directory. */
export function isListedActive(alias: Fragment): Fragment {
  return sql`exists (
    select from directory_accounts o where o.account_id = ${alias}.account_id and o.status = 'active')`
}
