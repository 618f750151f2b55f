// Parts of JSON that PostgreSQL concatenates as text, for long lists: it takes half the time of json_build_object.

import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

export const orNull = (value: Fragment) => sql`coalesce((${value})::text, 'null')`

/** As in every response: UTC, with milliseconds. */
export const asTime = (value: Fragment) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
