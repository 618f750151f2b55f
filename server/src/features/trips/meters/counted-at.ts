// What a device had counted up to an instant, by what is stored of its days and segments.

import type { AccountDb } from '../../../platform/db/db.ts'
import { findZones } from '../trip-state.queries.ts'
import { createZonedDays } from '../zoned-days.ts'
import type { DayPart } from './counted.ts'
import { countedUntil } from './counted.ts'
import type { Meter } from './meter.ts'
import { countOf } from './meter.ts'
import type { CountedState, Reading } from './reading.queries.ts'
import * as queries from './reading.queries.ts'

/** What was ever counted up to an instant. A reading has kept what its earlier days counted. */
export async function countedAt(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  state: CountedState,
  atMs: number,
  reading: Pick<Reading, 'day' | 'zone' | 'base' | 'anchors'> | null,
): Promise<number> {
  const { open } = state
  const openParts = open?.segmentDays ?? []
  const all = openParts.reduce((sum, part) => sum + countOf(meter, part), countOf(meter, state))
  if (!open || atMs >= open.untilMs) return all
  const days = createZonedDays(await findZones(db, deviceNumber))
  const day = days.at(atMs)
  const isKept = reading !== null && reading.zone === days.zoneOf(day.day) && reading.day === day.day
  const base = isKept
    ? reading.base
    : countOf(meter, state) - countOf(meter, await queries.sumDaysFrom(db, deviceNumber, day.day))
  const openBefore = openParts
    .filter((part) => part.day < day.day)
    .reduce((sum, part) => sum + countOf(meter, part), 0)
  const stored = await queries.listDayParts(db, deviceNumber, day)
  const parts: DayPart[] = [
    ...stored.map(({ beganMs, endedMs, cm, engineSeconds }) => {
      return { beganAtMs: beganMs, endedAtMs: endedMs ?? open.untilMs, cm, engineSeconds }
    }),
    ...openParts
      .filter((part) => part.day === day.day)
      .map(({ beganAtMs, cm, engineSeconds }) => ({ beganAtMs, endedAtMs: open.untilMs, cm, engineSeconds })),
  ]
  return base + openBefore + countedUntil(meter, parts, atMs, day, reading?.anchors ?? [])
}
