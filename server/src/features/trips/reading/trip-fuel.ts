// Adds the fuel that trips have used.

import type { AccountDb } from '../../../platform/db/db.ts'
import { findFuelUsed } from '../../fuel/fuel-used.api.ts'
import type { ReadSegment } from './reading.types.ts'

export async function withFuel(db: AccountDb, segments: ReadSegment[]): Promise<ReadSegment[]> {
  const trips = segments.filter(({ kind, endedAtMs }) => kind === 'trip' && endedAtMs !== null)
  if (trips.length === 0) return segments
  const used = await findFuelUsed(
    db,
    trips.map(({ deviceNumber, beganAtMs, endedAtMs }) => {
      return { deviceNumber, beganAtMs, endedAtMs: endedAtMs! }
    }),
  )
  if (used.size === 0) return segments
  const usedBy = new Map(trips.map((trip, index) => [trip, used.get(index) ?? null]))
  return segments.map((segment) => ({ ...segment, fuelMl: usedBy.get(segment) ?? null }))
}
