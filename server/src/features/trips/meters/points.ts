// Keeps points: what a device had counted at an instant.

import type { AccountDb } from '../../../platform/db/db.ts'
import { findZones } from '../trip-state.queries.ts'
import type { ZonedDays } from '../zoned-days.ts'
import { createZonedDays } from '../zoned-days.ts'
import type { Anchor } from './counted.ts'
import { countedAt } from './counted-at.ts'
import type { Counted, Meter } from './meter.ts'
import { countOf } from './meter.ts'
import { savePoint } from './points.queries.ts'
import type { CountedState } from './reading.queries.ts'
import { lockCounted, sumDaysFrom } from './reading.queries.ts'

interface Known {
  atMs: number
  days: ZonedDays
  anchors: Anchor[]
  /** Locked. */
  state: CountedState
  /** What was counted from the day of the instant on. */
  later: Counted
}

export async function keepPoint(
  db: AccountDb,
  deviceNumber: number,
  { atMs, days, anchors, state, later }: Known,
): Promise<void> {
  const { day } = days.at(atMs)
  async function countOn(meter: Meter) {
    const base = countOf(meter, state) - countOf(meter, later)
    const until = await countedAt(db, deviceNumber, meter, state, atMs, {
      day,
      zone: days.zoneOf(day),
      base,
      anchors,
    })
    return { base, part: until - base }
  }
  const odometer = await countOn('odometer')
  const engine = await countOn('engine')
  await savePoint(db, {
    deviceNumber,
    atMs,
    day,
    baseCm: odometer.base,
    baseEngineSeconds: engine.base,
    partCm: odometer.part,
    partEngineSeconds: engine.part,
    anchors,
  })
}

/** By what is stored now. The state of the device is locked until the transaction ends. */
export async function computePoint(
  db: AccountDb,
  deviceNumber: number,
  { atMs, now, anchors }: { atMs: number; now: Date; anchors: Anchor[] },
): Promise<void> {
  const days = createZonedDays(await findZones(db, deviceNumber))
  const { day } = days.at(atMs)
  const state = await lockCounted(db, deviceNumber, day, now)
  const later = await sumDaysFrom(db, deviceNumber, day)
  await keepPoint(db, deviceNumber, { atMs, days, anchors, state, later })
}
