// Which locations the detector leaves out: runs it again, from a state before them. Pure.

import type { DetectorContext } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type { Detected, TrackLocation, Unusable } from '../detection/detection.types.ts'
import type { Instant } from '../detection/instants.ts'
import { createInstants, isAhead } from '../detection/instants.ts'
import type { Fix, TripState } from '../detection/state.types.ts'
import { countAhead, step } from '../detection/step.ts'

export interface LeftOut {
  atMs: number
  latitudeE7: number | null
  longitudeE7: number | null
  accuracyM: number | null
  reason: Unusable
}

/** Takes rows as the detector does. Changes the state. */
export function findLeftOut(
  state: TripState,
  rows: TrackLocation[],
  { days, thresholdsAt, marks }: DetectorContext,
): LeftOut[] {
  const found: LeftOut[] = rows.filter(isAhead).map((row) => leftOut(row, 'ahead'))
  const out = newDetected()
  const instants = createInstants()
  const take = ({ location, aheadAtMs }: Instant) => {
    const { suspect } = state
    const thresholds = thresholdsAt(location.fixedAtMs)
    const before = jumpsOf(state, out)
    if (aheadAtMs.length > 0) countAhead(state, aheadAtMs, location, days, out)
    step(state, location, thresholds, days, out, { marks })
    if (suspect && jumpsOf(state, out) > before) found.push(leftOutFix(suspect.fix))
    if (location.latitudeE7 === null) found.push(leftOut(location, 'coordinates'))
    else if (location.accuracyM !== null && location.accuracyM > thresholds.settings.accuracyMetres)
      found.push(leftOut(location, 'accuracy'))
  }
  for (const row of rows) {
    const instant = instants.push(row)
    if (instant) take(instant)
  }
  const last = instants.end()
  if (last) take(last)
  return found.sort((a, b) => a.atMs - b.atMs)
}

function leftOut(location: TrackLocation, reason: Unusable): LeftOut {
  const { fixedAtMs, latitudeE7, longitudeE7, accuracyM } = location
  return { atMs: fixedAtMs, latitudeE7, longitudeE7, accuracyM, reason }
}

function leftOutFix({ atMs, point, accuracyM }: Fix): LeftOut {
  const { latitudeE7, longitudeE7 } = point
  return { atMs, latitudeE7, longitudeE7, accuracyM, reason: 'jump' }
}

/** Whether a suspected location was a jump shows in the counts only. */
function jumpsOf({ counts }: TripState, { days }: Detected): number {
  return [...counts, ...days].reduce((sum, { jump }) => sum + jump, 0)
}
