// Devices in another order than that of their creation. A page continues after the value and number of the last device,
// so that devices that change their place are neither skipped nor repeated because of others.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import { contains, deviceJson, matches, newest, source, todayOf } from './device.queries.ts'
import type { DeviceFilter, DeviceOrder } from './device.types.ts'

export type SortedOrder = Exclude<DeviceOrder, 'createdAt'>

/** Microseconds, which the text of a cursor keeps exactly. */
const lastSeen = sql`coalesce((extract(epoch from n.seen_at) * 1000000)::bigint, 0)`

/** The value, and whether a device comes after the one of the cursor. */
function orderOf(order: SortedOrder, { after, key }: PageCursor): { value: Fragment; isAfter: Fragment } {
  const isFirst = key === undefined
  switch (order) {
    case 'name':
      return {
        value: sql`d.sort_name`,
        isAfter: isFirst ? sql`true` : sql`(d.sort_name, d.number) > (${key}::text, ${after}::int)`,
      }
    case '-name':
      return {
        value: sql`d.sort_name`,
        isAfter: isFirst ? sql`true` : sql`(d.sort_name, d.number) < (${key}::text, ${after}::int)`,
      }
    case '-createdAt':
      return { value: sql`0`, isAfter: isFirst ? sql`true` : sql`d.number < ${after}::bigint` }
    case 'lastSeenAt':
      return {
        value: lastSeen,
        isAfter: isFirst ? sql`true` : sql`(${lastSeen}, d.number) > (${key}::bigint, ${after}::int)`,
      }
    case '-lastSeenAt':
      return {
        value: lastSeen,
        isAfter: isFirst ? sql`true` : sql`(${lastSeen}, d.number) < (${key}::bigint, ${after}::int)`,
      }
  }
}

export async function listSorted(
  db: AccountDb,
  scope: DeviceScope,
  filter: DeviceFilter,
  order: SortedOrder,
  cursor: PageCursor,
  now: Date,
): Promise<Page> {
  const { value, isAfter } = orderOf(order, cursor)
  const direction = order.startsWith('-') ? sql`desc` : sql`asc`
  const opposite = order.startsWith('-') ? sql`asc` : sql`desc`
  const joined = order.endsWith('lastSeenAt') ? newest : sql``
  const [row] = await db<Page>`
    with ${todayOf(db, now)},
    ahead as (
      select d.number, ${value} as value from ${candidates(db, scope, filter)} ${joined}
      where d.account_id = ${db.accountId} and ${isAfter} and ${isDeviceSeen(scope)} and ${matches(filter, now)}
      order by value ${direction}, d.number ${direction} limit ${cursor.limit + 1}),
    page as (
      select number, value from ahead order by value ${direction}, number ${direction} limit ${cursor.limit})
    select string_agg(record.json::text, ',' order by record.value ${direction}, record.number ${direction}) as json,
      count(*) as count, (select count(*) from ahead) > ${cursor.limit} as more,
      (select number from page order by value ${opposite}, number ${opposite} limit 1) as last,
      (select value::text from page order by value ${opposite}, number ${opposite} limit 1) as last_key
    from (
      select d.number, page.value, ${deviceJson(scope, now)} as json
      from page join devices d on d.account_id = ${db.accountId} and d.number = page.number ${newest} cross join today
    ) as record`
  return row!
}

/** A search reads only the devices of the rows of search texts that match. */
function candidates(db: AccountDb, scope: DeviceScope, filter: DeviceFilter): Fragment {
  const { search, groupId } = filter
  if (search === undefined || groupId !== undefined || scope.kind !== 'all') return source(db, scope, filter)
  return sql`device_search s join devices d on s.account_id = ${db.accountId} and d.account_id = s.account_id
    and d.number between s.first_number and s.last_number and ${contains(sql`s.texts`, search)}`
}
