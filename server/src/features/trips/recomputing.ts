// Recomputes a part of a device's track from the store.

import type { AccountDb } from '../../platform/db/db.ts'
import type { DetectorContext } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import type { Opening } from './detection/detection.types.ts'
import type { Recomputed } from './detection/window.ts'
import { boundaryOf, openWindow } from './detection/window.ts'
import * as deviceDays from './device-day.queries.ts'
import { readTracks } from './track.ts'
import type { LockedDevice } from './trip-state.types.ts'

const rowsPerRead = 10_000

export interface Wanted {
  fromMs: number
  newestLateAtMs: number
  /** The newest mark that was changed. */
  newestMarkAtMs: number
  /** Locations of this day and before are no longer kept, or not all of them. */
  closedDay: string
}

export async function recompute(
  db: AccountDb,
  { deviceNumber, latestAtMs, state }: LockedDevice,
  { fromMs, newestLateAtMs, newestMarkAtMs, closedDay }: Wanted,
  context: DetectorContext,
): Promise<{ found: Recomputed; rows: number }> {
  const start = await findStart(db, deviceNumber, fromMs, closedDay, context)
  if (start === 'closed') {
    const here = boundaryOf(state, state.day)
    return { found: { detected: newDetected(), from: here, until: here, state }, rows: 0 }
  }
  const openings = await deviceDays.readOpenings(db, deviceNumber, start?.day ?? '')
  const window = openWindow(
    { opening: start, newestLateAtMs, newestMarkAtMs, findOpening: (day) => openings.get(day) },
    context,
  )
  let rows = 0
  let afterMs = start ? context.days.of(start.day).startMs - 1 : Number.NEGATIVE_INFINITY
  for (let isDone = false; !isDone && afterMs < latestAtMs; ) {
    const part = { deviceNumber, afterMs, untilMs: latestAtMs }
    const { locations, readUntilMs } = (await readTracks(db, [part], rowsPerRead)).get(deviceNumber)!
    rows += locations.length
    isDone = locations.some((location) => window.push(location))
    afterMs = readUntilMs
  }
  return { found: window.end(), rows }
}

/** Null: from the first location on. Days whose locations are no longer kept stay as they are. */
async function findStart(
  db: AccountDb,
  deviceNumber: number,
  fromMs: number,
  closedDay: string,
  { days }: DetectorContext,
): Promise<Opening | null | 'closed'> {
  const day = Number.isFinite(fromMs) ? days.at(fromMs).day : ''
  const isClosed = (await deviceDays.findOpening(db, deviceNumber, closedDay)) !== undefined
  if (isClosed && day <= closedDay)
    return (await deviceDays.findFirstOpening(db, deviceNumber, closedDay)) ?? 'closed'
  return day === '' ? null : ((await deviceDays.findOpening(db, deviceNumber, day)) ?? null)
}
