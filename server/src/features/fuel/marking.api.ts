// How the trip processor reports what it has changed.

import type { AccountDb } from '../../platform/db/db.ts'
import type { ChangedDevice } from './fuel-state.queries.ts'
import { markDevices } from './fuel-state.queries.ts'

/** In the transaction that changes the stops. Devices without fuel sensors cost nothing more. */
export async function markFuel(db: AccountDb, changed: ChangedDevice[], now: Date): Promise<void> {
  if (changed.length > 0) await markDevices(db, changed, now)
}
