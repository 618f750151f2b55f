import type { AccountDb } from '../../platform/db/db.ts'
import * as queries from './driver.queries.ts'

/** Drivers who were deleted so long ago that no trip names them. */
export function deleteOldDrivers(db: AccountDb, before: Date, limit: number): Promise<number> {
  return queries.deleteOldDrivers(db, before, limit)
}
