// Who drives, by the tags that a device reports. A session begins with a tag. It ends with another tag, with the engine
// off for a time, or with a long silence. Decided at locations of any kind, in the same pass as trips.

import type { Detected, TrackLocation } from './detection.types.ts'
import type { Thresholds } from './settings.ts'
import type { OpenSession, TripState } from './state.types.ts'

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
  if (!state.session && tag === null) return
  const isOff = isEngineOff(state, location, thresholds)
  if (state.session) {
    const { tag: before, beganAtMs } = state.session
    const endedAtMs = endOf(state, state.session, { fixedAtMs, tag, isOff }, thresholds)
    // One without duration is none: a tag in the reader of a parked vehicle that reports seldom.
    if (endedAtMs !== null && endedAtMs > beganAtMs)
      out.sessions.push({ tag: before, beganAtMs, endedAtMs, decidedAtMs: fixedAtMs })
    if (endedAtMs !== null) state.session = null
  }
  if (tag !== null) state.session ??= { tag, beganAtMs: fixedAtMs, quietAtMs: null }
  const { session } = state
  if (!session) return
  if (!isOff) session.quietAtMs = null
  else session.quietAtMs = tag === null ? (session.quietAtMs ?? fixedAtMs) : fixedAtMs
}

/** A driver signs off when the engine is switched off, which is certain some time later. Null: the session goes on. */
function endOf(
  { lastAtMs }: TripState,
  session: OpenSession,
  { fixedAtMs, tag, isOff }: { fixedAtMs: number; tag: string | null; isOff: boolean },
  { bridgeMs, signOffMs }: Thresholds,
): number | null {
  const isSilent = fixedAtMs - lastAtMs > bridgeMs
  // A tag that is still reported shows that the driver is there.
  if (tag === session.tag && isOff && !isSilent) return null
  const quietAtMs = session.quietAtMs ?? (isSilent ? lastAtMs : null)
  if (quietAtMs !== null && fixedAtMs - quietAtMs >= signOffMs) return quietAtMs
  return tag !== null && tag !== session.tag ? fixedAtMs : null
}

/** A device that does not report its engine counts as off while it stands. */
function isEngineOff({ running }: TripState, location: TrackLocation, { settings }: Thresholds): boolean {
  if (running !== null) return !running
  const { speedTenthKmh, moving } = location
  return speedTenthKmh === null ? moving === false : speedTenthKmh < settings.movingKmh * 10
}

/** Whether another driver began between two locations, the first exclusive. */
export function hasSessionBegun({ session }: TripState, afterMs: number, untilMs: number): boolean {
  return session !== null && session.beganAtMs > afterMs && session.beganAtMs <= untilMs
}
