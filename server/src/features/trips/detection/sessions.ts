// Who drives, by the tags that a device reports. A session begins with a tag. It ends with another tag, with the engine
// off for a time, or with a long silence. Decided at locations of any kind, in the same pass as trips.

import type { Detected, TrackLocation } from './detection.types.ts'
import type { Thresholds } from './settings.ts'
import type { OpenSession, TripState } from './state.types.ts'

/** A driver who has switched the engine off for so long has signed off when it was switched off. */
export const signOffMs = 600_000
/** A tag that is seen so soon after the start of a trip counts from the start. */
export const signOnMs = 120_000

/** Call after the engine was followed, and before the location becomes the last one of the state. */
export function followSession(
  state: TripState,
  location: TrackLocation,
  thresholds: Thresholds,
  out: Detected,
): void {
  const { fixedAtMs } = location
  const tag = location.driverTag ?? null
  if (state.session) {
    const endsAtMs = endOf(state.session, tag, state.lastAtMs, fixedAtMs, thresholds)
    if (endsAtMs !== null) {
      out.sessions.push({
        tag: state.session.tag,
        beganAtMs: state.session.beganAtMs,
        endedAtMs: endsAtMs,
        decidedAtMs: fixedAtMs,
      })
      state.session = null
    }
  }
  if (tag !== null) state.session ??= { tag, beganAtMs: fixedAtMs, quietAtMs: null }
  const { session } = state
  if (!session) return
  if (!isOff(state, location, thresholds)) session.quietAtMs = null
  // A tag that is still reported shows that the driver is there.
  else if (tag !== null) session.quietAtMs = fixedAtMs
  else session.quietAtMs ??= fixedAtMs
}

/** Null: the session goes on. */
function endOf(
  session: OpenSession,
  tag: string | null,
  lastAtMs: number,
  fixedAtMs: number,
  { bridgeMs }: Thresholds,
): number | null {
  const silentAtMs = fixedAtMs - lastAtMs > bridgeMs ? lastAtMs : null
  const quietAtMs = session.quietAtMs ?? silentAtMs
  if (quietAtMs !== null && fixedAtMs - quietAtMs >= signOffMs) return quietAtMs
  return tag !== null && tag !== session.tag ? fixedAtMs : null
}

/** A device that does not report its engine counts as off while it stands. */
function isOff({ running }: TripState, location: TrackLocation, { settings }: Thresholds): boolean {
  if (running !== null) return !running
  const { speedTenthKmh, moving } = location
  return speedTenthKmh === null ? moving === false : speedTenthKmh < settings.movingKmh * 10
}

/** Whether another driver began between two locations, the first exclusive. */
export function hasSessionBegun({ session }: TripState, afterMs: number, untilMs: number): boolean {
  return session !== null && session.beganAtMs > afterMs && session.beganAtMs <= untilMs
}
