// Runs the detector over the tracks of locked devices.

import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../../platform/context.ts'
import type { DetectorContext } from './detection/advance.ts'
import { advance, openSegmentOf } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import { openVisitsOf } from './detection/visits.ts'
import type { Recomputed } from './detection/window.ts'
import { boundaryOf } from './detection/window.ts'
import { thresholdsBy } from './effective-settings.ts'
import type { Processed } from './processing.types.ts'
import { findStart, recompute } from './recomputing.ts'
import { readTracks } from './track.ts'
import type { LockedDevice } from './trip-state.types.ts'
import type { AccountAreas } from './visits/areas.ts'
import type { ZonedDays } from './zoned-days.ts'
import { createZonedDays } from './zoned-days.ts'

/** Of one device in one transaction, and of all. */
const maxRows = 2_000
const maxRowsOfAll = 200_000
/** Of an account with large geofences: others must not wait for it. */
const maxRowsOfLarge = 200

export type ContextOf = (device: LockedDevice) => DetectorContext & { days: ZonedDays }

/** Nearly all devices have days of one zone only, and share what is known of them. */
export function createContexts(
  devices: LockedDevice[],
  timeZone: string,
  areas: AccountAreas | undefined,
): ContextOf {
  const usual = createZonedDays([[null, timeZone]])
  const contexts = new Map(
    devices.map(({ deviceNumber, settings, zones, marks }) => [
      deviceNumber,
      { days: zones ? createZonedDays(zones) : usual, thresholdsAt: thresholdsBy(settings), marks, areas },
    ]),
  )
  return ({ deviceNumber }) => contexts.get(deviceNumber)!
}

/** Null: there is nothing before the state that it does not know. */
export function recomputeFrom({ state, late, redo, areasFromMs }: LockedDevice): number | null {
  const never = Number.POSITIVE_INFINITY
  const fromMs = Math.min(late?.fromMs ?? never, redo?.fromMs ?? never, areasFromMs ?? never)
  return fromMs <= state.lastAtMs ? fromMs : null
}

export async function recomputeDevice(
  tx: Pick<Tx, 'db'>,
  device: LockedDevice,
  context: DetectorContext,
  keptFromMs: number,
): Promise<Processed> {
  const { deviceNumber, state, late, redo, areasFromMs } = device
  const fromMs = recomputeFrom(device)!
  const closedDay = context.days.at(keptFromMs).day
  const start =
    redo?.start !== undefined
      ? redo.start
      : await findStart(tx.db, deviceNumber, fromMs, closedDay, context.days)
  // Other settings or geofences must be computed to the end: equal openings prove nothing about them.
  const isToTheEnd = areasFromMs !== null || (redo !== null && redo.untilMs === null)
  const wanted = {
    start,
    newestLateAtMs: isToTheEnd ? Number.POSITIVE_INFINITY : (late?.untilMs ?? Number.NEGATIVE_INFINITY),
    newestMarkAtMs: redo?.untilMs ?? Number.NEGATIVE_INFINITY,
  }
  const { found, rows } = await recompute(tx.db, device, wanted, context)
  // If the window ends before the state, the state stands.
  const last = found.until ? state : found.state
  return {
    device,
    found: { ...found, state: last },
    isRecomputed: true,
    stateAtMs: state.lastAtMs,
    open: openSegmentOf(last, context.thresholdsAt(last.lastAtMs)),
    visitsBefore: [],
    sessionBefore: null,
    cause: redo?.cause ?? 'late',
    rows,
    readUntilMs: found.until ? state.lastAtMs : device.latestAtMs,
    changes: undefined,
  }
}

export async function continueDevices(
  tx: Pick<Tx, 'db'>,
  devices: LockedDevice[],
  contextOf: ContextOf,
  isLarge: boolean,
): Promise<Processed[]> {
  if (devices.length === 0) return []
  const parts = devices.map(({ deviceNumber, state, latestAtMs }) => {
    return { deviceNumber, afterMs: state.lastAtMs, untilMs: latestAtMs }
  })
  const tracks = await readTracks(
    tx.db,
    parts,
    isLarge ? maxRowsOfLarge : Math.min(maxRows, Math.floor(maxRowsOfAll / devices.length)),
  )
  const processed: Processed[] = []
  for (const device of devices) {
    if (isLarge) await setImmediate()
    const { locations, readUntilMs } = tracks.get(device.deviceNumber)!
    const { state } = device
    const { lastAtMs: stateAtMs } = state
    const context = contextOf(device)
    const from = boundaryOf(state, state.day)
    const visitsBefore = openVisitsOf(state)
    const { session: sessionBefore } = state
    const detected = newDetected()
    advance(state, locations, context, detected)
    const open = openSegmentOf(state, context.thresholdsAt(state.lastAtMs))
    const found: Recomputed = { detected, from, until: null, state }
    processed.push({
      ...{ device, found, isRecomputed: false, stateAtMs, open, cause: 'late' },
      ...{ visitsBefore, sessionBefore, rows: locations.length, readUntilMs, changes: undefined },
    })
  }
  return processed
}
