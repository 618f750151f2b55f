// Fuel is kept as long as trips.

import type { AccountDb } from '../../platform/db/db.ts'
import * as queries from './retention.queries.ts'

/** Levels, fills and drains from before. Returns how many rows, at most about `limit`. */
export async function deleteOldFuel(db: AccountDb, before: Date, limit: number): Promise<number> {
  const events = await queries.deleteOldEvents(db, before, limit)
  if (events === limit) return limit
  return Math.max(events, await queries.deleteOldStops(db, before, limit))
}
