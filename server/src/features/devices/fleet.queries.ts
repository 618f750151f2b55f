// The whole fleet as compact rows. PostgreSQL builds their text, which is passed through.

import type { AccountDb } from '../../platform/db/db.ts'
import { orNull } from '../../platform/db/json-text.queries.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { isGroupSeen, isOnline, newest, source } from './device.queries.ts'

const isTrue = (name: string) => sql`((n.more -> ${name})::boolean)::int`
/** What the newest location reports, or a later status `s`. */
const ignition = sql`case
  when s.ignition_at > least(n.fixed_at, n.received_at) or not coalesce(n.more ? 'ignition', false) then s.ignition
  else (n.more -> 'ignition')::boolean end`
const seconds = (instant: Fragment) => sql`floor(extract(epoch from ${instant}))`

/**
 * In the order of `fleetColumns`. Concatenated as text, to avoid the spaces in the arrays of PostgreSQL. A location
 * dated ahead has the time of its reception, so that clients accept the next one as newer.
 */
function rowOf(now: Date): Fragment {
  return sql`concat('["', d.id, '",', to_json(d.name), ',"',
    case when d.expires_at <= ${now} then 'expired' else 'active' end, '",',
    ${isOnline(now)}::int, ',[', membership.groups, '],',
    ${orNull(sql`n.latitude / 1e7::float8`)}, ',', ${orNull(sql`n.longitude / 1e7::float8`)}, ',',
    ${orNull(sql`round(n.speed / 36.0, 2)`)}, ',', ${orNull(sql`n.course / 10.0::float8`)}, ',',
    ${orNull(seconds(sql`least(n.fixed_at, n.received_at)`))}, ',', ${orNull(seconds(sql`n.seen_at`))}, ',',
    ${orNull(isTrue('moving'))}, ',', ${orNull(sql`(${ignition})::int`)}, ',',
    case when n.device_number is null then 0 else coalesce(${isTrue('valid')}, 1) end, ',',
    ${orNull(sql`to_json(d.vehicle_type)`)}, ',', ${orNull(sql`to_json(d.license_plate)`)}, ']')`
}

export function listFleet(db: AccountDb, scope: DeviceScope, cursor: PageCursor, now: Date): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select d.number from ${source(db, scope)}
      where d.account_id = ${db.accountId} and d.number > ${cursor.after}::bigint and ${isDeviceSeen(scope)}`,
    records: sql`
      select d.number, ${rowOf(now)} as json
      from page
      join devices d on d.account_id = ${db.accountId} and d.number = page.number and d.number > ${cursor.after}::bigint
      ${newest}
      left join newest_statuses s on s.account_id = d.account_id and s.device_number = d.number
      left join lateral (
        select string_agg('"' || gd.group_id || '"', ',' order by gd.group_id) as groups from group_devices gd
        where gd.account_id = d.account_id and gd.device_number = d.number and ${isGroupSeen(scope)}) as membership
        on true`,
  })
}
