// Recomputes the part of a track that late rows can change: from the opening of a day forward, until after the newest
// late row a day opens in the same state as before. From there on everything stands.

import type { Rules } from './advance.ts'
import { newDetected } from './detected.ts'
import type { Detected, Opening, TrackLocation } from './detection.types.ts'
import type { Instant } from './instants.ts'
import { createInstants } from './instants.ts'
import { decodeState, newState } from './state.ts'
import type { TripState } from './state.types.ts'
import { countAhead, openDay, step } from './step.ts'

/**
 * What had been emitted when a day opened. Everything emitted later has a key that is not less: days and openings by
 * day, segments by the instant of their beginning, segment days by that instant and the day.
 */
export interface Boundary {
  openingDay: string
  countsDay: string
  beganAtMs: number
  segmentDay: string
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
  /** The stored opening of a day, as it was computed without the late rows. */
  findOpening(day: string): string | undefined
}

export function openWindow(start: WindowStart, { days, thresholdsAt }: Rules): RecomputationWindow {
  const { opening, newestLateAtMs, findOpening } = start
  const state = opening ? decodeState(opening.state) : newState()
  const from = boundaryOf(state, opening?.day ?? '')
  const detected = newDetected()
  const instants = createInstants()
  let until: Boundary | null = null

  function take({ location, aheadAtMs }: Instant): boolean {
    for (const fixedAtMs of aheadAtMs) countAhead(state, fixedAtMs, days)
    const { fixedAtMs } = location
    const before = detected.openings.length
    const day = openDay(state, fixedAtMs, days, detected)
    const opened = detected.openings[before]
    if (opened && fixedAtMs > newestLateAtMs && findOpening(day) === opened.state) {
      detected.openings.pop()
      until = boundaryOf(decodeState(opened.state), day)
      return true
    }
    step(state, location, thresholdsAt(fixedAtMs), days, detected)
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

function boundaryOf(state: TripState, openingDay: string): Boundary {
  const { segment, counts } = state
  return {
    openingDay,
    countsDay: counts[0]?.day ?? openingDay,
    beganAtMs: segment?.beganAtMs ?? Number.NEGATIVE_INFINITY,
    segmentDay: segment?.sums[0]?.day ?? '',
  }
}

/** Whether a stored row was emitted between two boundaries. */
export function isReplaced(
  row: { day: string } | { beganAtMs: number; day?: string },
  from: Boundary,
  until: Boundary | null,
  kind: 'opening' | 'counts' | 'segment' | 'segmentDay',
): boolean {
  return !isBefore(row, from, kind) && (until === null || isBefore(row, until, kind))
}

function isBefore(
  row: { day?: string; beganAtMs?: number },
  boundary: Boundary,
  kind: 'opening' | 'counts' | 'segment' | 'segmentDay',
): boolean {
  switch (kind) {
    case 'opening':
      return row.day! < boundary.openingDay
    case 'counts':
      return row.day! < boundary.countsDay
    case 'segment':
      return row.beganAtMs! < boundary.beganAtMs
    case 'segmentDay':
      if (row.beganAtMs !== boundary.beganAtMs) return row.beganAtMs! < boundary.beganAtMs
      return row.day! < boundary.segmentDay
  }
}
