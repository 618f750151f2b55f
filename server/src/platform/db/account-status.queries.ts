// What the status of an account means for work that nobody requests: messages, webhooks, share links.

import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

/** An SOS leaves a suspended account for this long. */
export const sosDays = 14

/** Why no message about alert `a` leaves its account `o`, with `s` its row in the directory; null if it may leave. */
export function messageObstacle(now: Date): Fragment {
  return sql`case
      when s.effective_status = 'active' then null
      when a.name = 'sos' and (s.effective_status = 'closing' or (s.effective_status = 'suspended'
        and case when s.status = 'suspended' then o.status_changed_at else s.node_status_changed_at end
          > ${now}::timestamptz - make_interval(days => ${sosDays}::int))) then null
      else 'account_' || s.effective_status end`
}

/**
 * Whether the rows of a table, under the given alias, belong to an active account. The status of its reseller counts.
 * In the scope of the account, and in that of the directory.
 */
export function isAccountActive(alias: Fragment): Fragment {
  return sql`exists (
    select from directory_accounts o where o.account_id = ${alias}.account_id and o.effective_status = 'active')`
}
