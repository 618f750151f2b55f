// Newest locations with what later statuses report.

import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'

/** The value of a status `s`, where the newest location `l` has none or an older one. */
const later = (name: Fragment, value: Fragment, at: Fragment, values = sql`l.more`) => sql`
  case when ${at} > least(l.fixed_at, l.received_at) or not coalesce(${values} ? ${name}, false)
    then jsonb_build_object(${name}, ${value}, ${name} || 'At', iso_time(${at})) else '{}' end`

/** In place of `newest_locations`. Only battery, ignition and charging differ: a status never moves its device. */
export const newestWithStatus = sql`(
  select l.account_id, l.device_number, l.fixed_at, l.received_at, l.seen_at, l.latitude, l.longitude, l.altitude_m,
    l.speed, l.course, l.accuracy_m, l.satellites, l.square,
    case when s.account_id is null then l.more else coalesce(l.more, '{}') || jsonb_strip_nulls(
      ${later(sql`'battery'`, sql`s.battery`, sql`s.battery_at`)} ||
      ${later(sql`'ignition'`, sql`s.ignition`, sql`s.ignition_at`)} ||
      ${later(sql`'charging'`, sql`s.charging`, sql`s.charging_at`, sql`l.more->'attributes'`)}) end as more
  from newest_locations l
  left join newest_statuses s on s.account_id = l.account_id and s.device_number = l.device_number)`
