// Recomputes a part of a device's track from the store.

import { setImmediate } from 'node:timers/promises'
import type { AccountDb } from '../../platform/db/db.ts'
import type { DetectorContext } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import type { Opening } from './detection/detection.types.ts'
import type { LocalDays } from './detection/local-days.ts'
import type { Recomputed } from './detection/window.ts'
import { boundaryOf, openWindow } from './detection/window.ts'
import * as deviceDays from './device-day.queries.ts'
import { toCurrent } from './state-version.ts'
import { readTracks } from './track.ts'
import type { LockedDevice, Start } from './trip-state.types.ts'

const rowsPerRead = 10_000
const rowsPerSlice = 200

export interface Wanted {
  start: Start
  newestLateAtMs: number
  /** The newest mark that was changed. */
  newestMarkAtMs: number
}

export async function recompute(
  db: AccountDb,
  { deviceNumber, latestAtMs, state }: LockedDevice,
  { start, newestLateAtMs, newestMarkAtMs }: Wanted,
  context: DetectorContext,
): Promise<{ found: Recomputed; rows: number }> {
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
    for (let first = 0; first < locations.length && !isDone; first += rowsPerSlice) {
      // Geofences may be so large that everybody else would wait.
      if (context.areas) await setImmediate()
      isDone = locations.slice(first, first + rowsPerSlice).some((location) => window.push(location))
    }
    afterMs = readUntilMs
  }
  return { found: window.end(), rows }
}

/** Locations of the closed day and before are no longer kept, or not all of them: these days stay as they are. */
export async function findStart(
  db: AccountDb,
  deviceNumber: number,
  fromMs: number,
  closedDay: string,
  days: LocalDays,
): Promise<Start> {
  const day = Number.isFinite(fromMs) ? days.at(fromMs).day : ''
  const isClosed = (await deviceDays.findOpening(db, deviceNumber, closedDay)) !== undefined
  if (isClosed && day <= closedDay)
    return toStart(await deviceDays.findFirstOpening(db, deviceNumber, closedDay)) ?? 'closed'
  return day === '' ? null : (toStart(await deviceDays.findOpening(db, deviceNumber, day)) ?? null)
}

function toStart(opening: Opening | undefined): Opening | undefined {
  return opening && { ...opening, state: toCurrent(opening.state) }
}
