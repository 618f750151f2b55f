// Computes the track of a day up to a reading, so that what was counted before it is exact within a segment, too.

import type { AccountDb } from '../../../platform/db/db.ts'
import { advance } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type { LocalDays } from '../detection/local-days.ts'
import { decodeState, newState } from '../detection/state.ts'
import { findOpening } from '../device-day.queries.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import { thresholdsBy } from '../effective-settings.ts'
import { isCurrent } from '../state-version.ts'
import { readTracks } from '../track.ts'
import { readMarks } from '../track-mark.queries.ts'
import type { Anchor } from './counted.ts'
import { anchorsOf } from './counted.ts'

const rowsPerRead = 5_000
/** A day with a location in each second. */
const maxRows = 100_000

/** None if the locations are no longer stored, or too many, or if the day is still to be computed by this version. */
export async function readAnchors(
  db: AccountDb,
  deviceNumber: number,
  atMs: number,
  days: LocalDays,
  periods: SettingsPeriod[] | null,
): Promise<Anchor[]> {
  const { day } = days.at(atMs)
  const marks = (await readMarks(db, [deviceNumber])).get(deviceNumber)
  const thresholdsAt = thresholdsBy(periods)
  const context = { days, thresholdsAt, ...(marks && { marks }) }
  const opening = await findOpening(db, deviceNumber, day)
  if (opening && !isCurrent(opening.state)) return []
  const state = opening ? decodeState(opening.state) : newState()
  const out = newDetected()
  let afterMs = opening ? days.of(opening.day).startMs - 1 : Number.NEGATIVE_INFINITY
  for (let rows = 0; afterMs < atMs; ) {
    const part = { deviceNumber, afterMs, untilMs: atMs }
    const { locations, readUntilMs } = (await readTracks(db, [part], rowsPerRead)).get(deviceNumber)!
    rows += locations.length
    if (rows > maxRows) return []
    advance(state, locations, context, out)
    afterMs = readUntilMs
  }
  return anchorsOf(state, day, thresholdsAt(state.lastAtMs))
}
