// Recomputes the part of a track that late rows can change: from the opening of a day forward, until after the newest
// late row a day opens in the same state as before. From there on everything stands.

import type { DetectorContext } from './advance.ts'
import { newDetected } from './detected.ts'
import type { Detected, Opening, TrackLocation } from './detection.types.ts'
import type { Instant } from './instants.ts'
import { createInstants } from './instants.ts'
import type { LocalDays } from './local-days.ts'
import { decodeState, hasPending, newState } from './state.ts'
import type { TripState } from './state.types.ts'
import { countAhead, step } from './step.ts'

/**
 * What had been emitted when a day opened. Everything emitted later has a key that is not less: days and openings by
 * day, segments by the instant of their beginning, segment days by that instant and the day. Visits and sessions are decided later.
 */
export interface Boundary {
  openingDay: string
  countsDay: string
  beganAtMs: number
  segmentDay: string
  lastAtMs: number
}

export interface Recomputed {
  detected: Detected
  /** What is stored from this boundary on is replaced, */
  from: Boundary
  /** up to this one; null if to the end of the track. */
  until: Boundary | null
  /** After the last row. Replaces the stored state only if `until` is null. */
  state: TripState
}

export interface RecomputationWindow {
  /** Takes rows in the order of time and fingerprint, from the start of the opening's day. True if no more are needed. */
  push(row: TrackLocation): boolean
  end(): Recomputed
}

export interface WindowStart {
  /** Null: before the first location of the track. */
  opening: Opening | null
  newestLateAtMs: number
  /** The newest mark that was added or removed since the stored openings were computed. Absent: none. */
  newestMarkAtMs?: number
  /** The stored opening of a day, as it was computed without the late rows. */
  findOpening(day: string): string | undefined
}

export function openWindow(start: WindowStart, context: DetectorContext): RecomputationWindow {
  const { days, thresholdsAt } = context
  const { opening, newestLateAtMs, newestMarkAtMs = Number.NEGATIVE_INFINITY, findOpening } = start
  const state = opening ? decodeState(opening.state) : newState()
  const from = boundaryOf(state, opening?.day ?? '')
  const detected = newDetected()
  const instants = createInstants()
  let until: Boundary | null = null

  function take({ location, aheadAtMs }: Instant): boolean {
    const { startMs } = days.at(location.fixedAtMs)
    const before = detected.openings.length
    countAhead(state, aheadAtMs, location, days, detected)
    const opened = detected.openings[before]
    const isPast = startMs > newestLateAtMs && isAfterMark(state, newestMarkAtMs)
    if (opened && isPast && findOpening(opened.day) === opened.state) {
      detected.openings.pop()
      until = boundaryOf(decodeState(opened.state), opened.day)
      return true
    }
    step(state, location, thresholdsAt(location.fixedAtMs), days, detected, context)
    return false
  }

  return {
    push(row) {
      if (until) return true
      const instant = instants.push(row)
      return instant !== undefined && take(instant)
    },
    end() {
      const last = until ? undefined : instants.end()
      if (last) take(last)
      return { detected, from, until, state }
    },
  }
}

/**
 * A mark counts at the next usable location, and for what is pending there. A stop that begins at the last location is
 * found later.
 */
function isAfterMark(state: TripState, markAtMs: number): boolean {
  if (markAtMs === Number.NEGATIVE_INFINITY) return true
  return state.fix !== null && state.fix.atMs > markAtMs && !hasPending(state)
}

/** What is emitted before the first location of a day, or of any other state. */
export function boundaryOf(state: TripState, openingDay: string): Boundary {
  const { held, segment, counts, lastAtMs } = state
  const first = held?.trip ?? segment
  return {
    openingDay,
    countsDay: counts[0]?.day ?? openingDay,
    beganAtMs: first?.beganAtMs ?? Number.NEGATIVE_INFINITY,
    segmentDay: first?.sums[0]?.day ?? '',
    lastAtMs,
  }
}

/** Which stored rows a recomputation replaces, by their keys. Its own rows are stored instead of them. */
export function replacedBy({ from, until }: Pick<Recomputed, 'from' | 'until'>) {
  const isWithin = (isBefore: (boundary: Boundary) => boolean) =>
    !isBefore(from) && (until === null || isBefore(until))
  return {
    segment: (beganAtMs: number) => isWithin((boundary) => beganAtMs < boundary.beganAtMs),
    segmentDay: (beganAtMs: number, day: string) =>
      isWithin((boundary) =>
        beganAtMs === boundary.beganAtMs ? day < boundary.segmentDay : beganAtMs < boundary.beganAtMs,
      ),
    day: (day: string) => isWithin((boundary) => day < boundary.countsDay),
    opening: (day: string) => isWithin((boundary) => day < boundary.openingDay),
    /** Of a visit or a session. */
    decided: (decidedAtMs: number) => isWithin((boundary) => decidedAtMs <= boundary.lastAtMs),
  }
}

/** The last opening that no row from an instant on can have changed. */
export function openingBefore(
  openings: Iterable<Opening>,
  instantMs: number,
  days: LocalDays,
): Opening | null {
  const { day } = days.at(instantMs)
  let found: Opening | null = null
  for (const opening of openings) {
    if (opening.day <= day && (found === null || opening.day > found.day)) found = opening
  }
  return found
}
