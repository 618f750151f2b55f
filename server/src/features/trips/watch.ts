// When the next decision can fall. Until then a device is processed at leisure.

import type { Thresholds } from './detection/settings.ts'
import { hasPending } from './detection/state.ts'
import type { TripState } from './detection/state.types.ts'
import { visitDecidesAtMs } from './detection/visits.ts'
import type { Watch } from './trip-state.types.ts'
import type { AccountAreas } from './visits/areas.ts'

const atOnce: Watch = {
  box: null,
  movesAtTenthKmh: null,
  standsAtTenthKmh: null,
  ignition: null,
  decidesAtMs: Number.NEGATIVE_INFINITY,
}

const e7PerMetre = 1e7 / 111_320
/** With ignition and speed, a device leaves its stop after a third of the distance. */
const leavingShare = 3
/** A device that drives near a border may cross it in a minute. */
const nearBorderM = 2_000
const nearBorderMs = 60_000
const maxLatitudeE7 = 850_000_000
const maxLongitudeE7 = 1_800_000_000

export function watchOf(state: TripState, thresholds: Thresholds, areas?: AccountAreas): Watch {
  const { segment, halt, lastAtMs, suspect, departure } = state
  const { settings, gapMs, stopMs, ignitionOffMs } = thresholds
  if (!segment || suspect || departure) return atOnce
  const nextAtMs = Math.min(lastAtMs + gapMs, visitDecidesAtMs(state))
  if (segment.kind === 'stop') {
    const leavesM = settings.leaveMetres / leavingShare
    const staysM = areas ? areas.borderM(segment.place, leavesM) : leavesM
    const box = hasPending(state) ? null : boxAround(segment.place, staysM)
    if (!box) return atOnce
    return {
      box,
      movesAtTenthKmh: settings.movingKmh * 10,
      standsAtTenthKmh: null,
      ignition: settings.detection === 'ignition' ? false : null,
      decidesAtMs: nextAtMs,
    }
  }
  const ignition = state.ignition === true ? true : null
  const border = borderWatch(state, areas)
  const decidesAtMs = Math.min(nextAtMs, border.decidesAtMs)
  if (!halt) {
    const standsAtTenthKmh = settings.standingKmh * 10
    return { ...atOnce, box: border.box, standsAtTenthKmh, ignition, decidesAtMs }
  }
  const offAtMs = halt.offAtMs === null ? Number.POSITIVE_INFINITY : halt.offAtMs + ignitionOffMs
  return {
    ...atOnce,
    box: border.box,
    ignition,
    decidesAtMs: Math.min(decidesAtMs, halt.atMs + stopMs, offAtMs),
  }
}

/** Of a device on a trip. */
function borderWatch(
  { fix, lastAtMs }: TripState,
  areas: AccountAreas | undefined,
): Pick<Watch, 'box' | 'decidesAtMs'> {
  const never = { box: null, decidesAtMs: Number.POSITIVE_INFINITY }
  if (!areas || !fix) return never
  const isNear = areas.borderM(fix.point, nearBorderM) < nearBorderM
  const box = isNear ? null : boxAround(fix.point, nearBorderM)
  return box ? { ...never, box } : { box, decidesAtMs: lastAtMs + nearBorderMs }
}

/** Null near the poles and the antimeridian, where degrees do not compare. */
function boxAround({ latitudeE7, longitudeE7 }: { latitudeE7: number; longitudeE7: number }, metres: number) {
  if (Math.abs(latitudeE7) > maxLatitudeE7) return null
  const height = Math.round(metres * e7PerMetre)
  const width = Math.round(height / Math.cos((latitudeE7 / 1e7 / 180) * Math.PI))
  const west = longitudeE7 - width
  const east = longitudeE7 + width
  if (west < -maxLongitudeE7 || east > maxLongitudeE7) return null
  return { south: latitudeE7 - height, north: latitudeE7 + height, west, east }
}
