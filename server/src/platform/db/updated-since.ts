import type { Fragment } from './sql.ts'
import { sql } from './sql.ts'

/** What every list can be searched by. */
export interface ListFilter {
  search?: string
  updatedSince?: string
}

/** Whether it was changed at or after this time; always, if none is given. */
export function isUpdatedSince(modifiedAt: Fragment, { updatedSince }: ListFilter): Fragment {
  return updatedSince === undefined ? sql`true` : sql`${modifiedAt} >= ${new Date(updatedSince)}`
}
