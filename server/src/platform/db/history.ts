// Reads the history of devices across the archive: what a statement selects from, in place of the table `locations`.

import type { AccountDb, WantedHistory } from './db.ts'
import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'
import { toTimestamp } from './timestamp.ts'

const columns = sql`fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m, speed,
  course, accuracy_m, satellites, class, more`

/**
 * For `from ${await historyOf(…)} l`. A location that is both in the table and in the archive is taken from the table: a
 * tracker sent it again, or its week was archived a moment ago.
 */
export async function historyOf(db: AccountDb, wanted: WantedHistory): Promise<Fragment> {
  const archived = await db.history?.find(db, wanted)
  if (!archived) return sql`locations`
  const { deviceNumbers, fromMs, toMs } = wanted
  return sql`(
    select ${columns} from locations
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[]) and fixed_at >= ${toTimestamp(fromMs)}::timestamptz and fixed_at < ${toTimestamp(toMs)}::timestamptz
    union all
    select * from (${archived.rows}) as archived
    where (device_number, fixed_at, fingerprint) not in (
      select device_number, fixed_at, fingerprint from locations
      where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])
        and fixed_at >= ${toTimestamp(archived.fromMs)}::timestamptz and fixed_at <= ${toTimestamp(archived.untilMs)}::timestamptz))`
}
