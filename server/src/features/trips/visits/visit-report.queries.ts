// Reads visits that overlap a period in the order of devices or of time, for reports.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { TimeRange } from '../reading/reading.types.ts'
import { instant } from '../reading/segment-read.queries.ts'
import type { VisitRow } from './visit.types.ts'

/** Visits that last over the beginning of the period are found among those of the day before, and those of more than a day. */
const dayMs = 86_400_000

/** Three reads with an index each. `of` restricts `v`. */
function overlapping(db: AccountDb, of: Fragment, { fromMs, toMs }: TimeRange): Fragment {
  const aDayBefore = instant(fromMs - dayMs)
  return sql`
    select v.* from visits v
    where v.account_id = ${db.accountId} and ${of} and v.entered_at >= ${aDayBefore} and v.entered_at < ${instant(toMs)}
      and (v.left_at is null or v.left_at > ${instant(fromMs)})
    union all
    select v.* from visits v
    where v.account_id = ${db.accountId} and ${of} and v.entered_at < ${aDayBefore} and v.left_at > ${instant(fromMs)}
      and v.left_at - v.entered_at > interval '1 day'
    union all
    select v.* from visits v
    where v.account_id = ${db.accountId} and ${of} and v.entered_at < ${aDayBefore} and v.left_at is null`
}

const columns = sql`v.device_number, d.id as device_id, v.geofence_number, v.geofence_id,
  round(date_part('epoch', v.entered_at) * 1000) as entered_ms, round(date_part('epoch', v.left_at) * 1000) as left_ms,
  v.kind, v.cm, v.idle_seconds, v.version, case when v.left_at is null then t.open->'visits' end as open_visits,
  case when v.left_at is null then (t.open->>'untilMs')::float8 end as until_ms`

export interface VisitPage {
  after: Pick<VisitRow, 'deviceNumber' | 'geofenceNumber' | 'enteredMs'> | undefined
  limit: number
}

/** In the order of the devices, and of time. `after` is of the first device. */
export function listOfDevices(
  db: AccountDb,
  deviceNumbers: number[],
  geofenceNumbers: number[],
  period: TimeRange,
  { after, limit }: VisitPage,
): Promise<VisitRow[]> {
  const of = sql`v.device_number = any(${deviceNumbers}::int[]) and v.geofence_number = any(${geofenceNumbers}::int[])`
  const isAfter = after
    ? sql`where v.device_number <> ${deviceNumbers[0]}
        or (v.entered_at, v.geofence_number) > (${instant(after.enteredMs)}, ${after.geofenceNumber}::int)`
    : sql``
  return db<VisitRow>`
    select ${columns}
    from (${overlapping(db, of, period)}) as v
    join devices d on d.account_id = ${db.accountId} and d.number = v.device_number
    left join trip_states t on t.account_id = ${db.accountId} and t.device_number = v.device_number
    ${isAfter}
    order by array_position(${deviceNumbers}::int[], v.device_number), v.entered_at, v.geofence_number
    limit ${limit}`
}

export interface NamedVisitRow extends VisitRow {
  name: string
  licensePlate: string | null
}

/** Of one geofence, in the order of time. `isWanted` is about the device `d`. */
export function listOfGeofence(
  db: AccountDb,
  geofenceNumber: number,
  isWanted: Fragment,
  period: TimeRange,
  { after, limit }: VisitPage,
): Promise<NamedVisitRow[]> {
  const of = sql`v.geofence_number = ${geofenceNumber}`
  const isAfter = after
    ? sql`and (v.entered_at, v.device_number) > (${instant(after.enteredMs)}, ${after.deviceNumber}::int)`
    : sql``
  return db<NamedVisitRow>`
    select ${columns}, d.name, d.license_plate
    from (${overlapping(db, of, period)}) as v
    join devices d on d.account_id = ${db.accountId} and d.number = v.device_number
    left join trip_states t on t.account_id = ${db.accountId} and t.device_number = v.device_number
    where ${isWanted} ${isAfter}
    order by v.entered_at, v.device_number limit ${limit}`
}
