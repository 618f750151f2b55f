// The fuel that trips have used, by the levels at the stops before and after them.

import type { AccountDb } from '../../platform/db/db.ts'
import type { DrivenTrip } from './fuel-used.queries.ts'
import * as queries from './fuel-used.queries.ts'

/** In millilitres, by the index of the trip. Absent if a level of one of the device's sensors is unknown. */
export async function findFuelUsed(db: AccountDb, trips: DrivenTrip[]): Promise<Map<number, number>> {
  const rows = await queries.readUsed(db, trips)
  return new Map(rows.flatMap(({ ordinal, ml }) => (ml === null ? [] : [[ordinal - 1, ml]])))
}
