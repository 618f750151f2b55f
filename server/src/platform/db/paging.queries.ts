// One way to read a stretch of any list: the places of its records first, then their JSON, made by PostgreSQL.

import type { AccountDb } from './db.ts'
import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

export interface Page {
  /** The records' JSON, joined by commas; null when there are none. */
  json: string | null
  count: number
  /** The place of the last record. */
  last: number | null
  /** Whether the list goes on behind this page. */
  more: boolean
}

export interface Place {
  after: number
  limit: number
}

/**
 * `numbers` selects `number`, the place of a record, of all that come after; it is cut here. `records` selects `number`
 * and `json` of those that stand in `page`. `with` brings what both may need.
 */
export async function readPage(
  db: AccountDb,
  { limit }: Place,
  parts: { with?: Fragment; numbers: Fragment; records: Fragment },
): Promise<Page> {
  const shared = parts.with ? sql`${parts.with},` : sql``
  const [row] = await db<Page>`
    with ${shared}
    ahead as (${parts.numbers} order by number limit ${limit + 1}),
    page as (select number from ahead order by number limit ${limit})
    select string_agg(record.json::text, ',' order by record.number) as json,
      count(*) as count, max(record.number) as last, (select count(*) from ahead) > ${limit} as more
    from (${parts.records}) as record`
  return row!
}

/** Pages are counted upwards: this turns the order around. Fits the 15 digits of a cursor. */
const turned = 999_999_999_999_999

/** The newest first, of a table whose `number` counts up and that is called `alias` in all the parts. */
export function readNewest(
  db: AccountDb,
  place: Place,
  parts: { table: Fragment; alias: Fragment; where: Fragment; json: Fragment; join?: Fragment },
): Promise<Page> {
  const { table, alias, where, json, join = sql`` } = parts
  return readPage(db, place, {
    // Cut here too: only so does the index end the search.
    numbers: sql`
      select number from (
        select ${turned}::bigint - ${alias}.number as number from ${table} ${alias}
        where ${alias}.account_id = ${db.accountId} and ${alias}.number < ${turned}::bigint - ${place.after}::bigint
          and ${where}
        order by ${alias}.number desc limit ${place.limit + 1}) as newest`,
    // Each by its key, one after the other: joined, a planner that knows nothing of the tables yet reads all of them for each.
    records: sql`
      select page.number, ${json} as json
      from page cross join lateral (
        select * from ${table} ${alias}
        where ${alias}.account_id = ${db.accountId} and ${alias}.number = ${turned}::bigint - page.number
        offset 0) as ${alias} ${join}`,
  })
}
