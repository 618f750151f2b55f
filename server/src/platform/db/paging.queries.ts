// Reads one page of any list: first the numbers of its records, then their JSON, built by PostgreSQL.

import type { AccountDb } from './db.ts'
import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

export interface Page {
  /** The records' JSON, joined by commas; null when there are none. */
  json: string | null
  count: number
  /** The number of the last record, where the next page starts. */
  last: number | null
  /** Its value in the order of the list, if that is not the order of the numbers. */
  lastKey?: string | null
  /** Whether there is a next page. */
  more: boolean
}

export interface PageCursor {
  after: number
  /** The value of the last record in the order of the list. Absent on the first page. */
  key?: string
  limit: number
}

/**
 * `numbers` selects the `number` of all records after the cursor; the limit is applied here. `records` selects `number`
 * and `json` of those in `page`. `with` holds CTEs shared by both.
 */
export async function readPage(
  db: AccountDb,
  { limit }: PageCursor,
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

/** Cursors count upwards; subtracting from this reverses the order. Fits the 15 digits of a cursor. */
const reversed = 999_999_999_999_999

/** Newest first, for a table whose `number` is ascending. All parts refer to it as `alias`. */
export function readNewest(
  db: AccountDb,
  cursor: PageCursor,
  parts: { table: Fragment; alias: Fragment; where: Fragment; json: Fragment; join?: Fragment },
): Promise<Page> {
  const { table, alias, where, json, join = sql`` } = parts
  return readPage(db, cursor, {
    // The limit is repeated here so the index scan can stop early.
    numbers: sql`
      select number from (
        select ${reversed}::bigint - ${alias}.number as number from ${table} ${alias}
        where ${alias}.account_id = ${db.accountId} and ${alias}.number < ${reversed}::bigint - ${cursor.after}::bigint
          and ${where}
        order by ${alias}.number desc limit ${cursor.limit + 1}) as newest`,
    // A lateral lookup per key: with a plain join and no statistics yet, the planner scans the whole table for each row.
    records: sql`
      select page.number, ${json} as json
      from page cross join lateral (
        select * from ${table} ${alias}
        where ${alias}.account_id = ${db.accountId} and ${alias}.number = ${reversed}::bigint - page.number
        offset 0) as ${alias} ${join}`,
  })
}
