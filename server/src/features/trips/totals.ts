// Keeps the running totals of devices, and what readings of meters and points are based on, equal to the sums of the days.

import type { Tx } from '../../platform/context.ts'
import type { DayDifference } from './device-day.queries.ts'
import { movePoints } from './meters/points.queries.ts'
import * as readings from './meters/reading.queries.ts'
import * as states from './trip-state.queries.ts'
import type { LockedDevice } from './trip-state.types.ts'

export async function addTotals(
  { db }: Pick<Tx, 'db'>,
  devices: LockedDevice[],
  differences: DayDifference[],
): Promise<void> {
  const changed = differences.filter(({ cm, engineSeconds }) => cm !== 0 || engineSeconds !== null)
  if (changed.length === 0) return
  await states.addToTotals(db, changed)
  const lastReadingOn = new Map(devices.map((device) => [device.deviceNumber, device.lastReadingOn]))
  const before = changed.filter(({ deviceNumber, day }) => day < lastReadingOn.get(deviceNumber)!)
  if (before.length > 0) await readings.moveBases(db, before)
  const beforeOrOn = changed.filter(({ deviceNumber, day }) => day <= lastReadingOn.get(deviceNumber)!)
  if (beforeOrOn.length > 0) await movePoints(db, beforeOrOn)
}
