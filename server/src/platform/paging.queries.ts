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
