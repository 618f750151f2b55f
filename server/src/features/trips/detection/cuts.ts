// Applies cuts to trips: those of users, and those where another driver begins. A cut within a movement or a halt that is not decided waits for the decision; within a stop it
// has no effect.

import { endSegment } from './detected.ts'
import type { Detected, Reason } from './detection.types.ts'
import { signOnMs } from './sessions.ts'
import type { OpenSegment, PendingCut, TripState } from './state.types.ts'
import type { PartSums } from './sums.ts'
import { joinParts } from './sums.ts'

/** Call after a location was followed: cuts that are certain are applied or forgotten, the others stay. */
export function followCuts(state: TripState, out: Detected): void {
  const { departure, halt } = state
  if (state.segment!.kind === 'trip') {
    const haltsAtMs = halt?.atMs ?? Number.POSITIVE_INFINITY
    cutTrip(state, haltsAtMs, out)
    state.cuts = state.cuts.filter(({ atMs }) => atMs >= haltsAtMs)
  } else state.cuts = departure ? state.cuts.filter(({ atMs }) => atMs > departure.atMs) : []
  const firstAtMs = state.cuts[0]?.atMs ?? Number.POSITIVE_INFINITY
  const segment = state.segment!
  segment.sums = joinParts(segment.sums)
  if (departure) departure.sums = joinParts(departure.sums, firstAtMs)
  if (halt) halt.sums = joinParts(halt.sums, firstAtMs)
}

/** Ends the open trip at its cuts before an instant, and begins another at each. Returns the last one. */
export function cutTrip(state: TripState, untilMs: number, out: Detected): OpenSegment {
  let trip = state.segment!
  for (const pending of state.cuts) {
    const { atMs, point, by } = pending
    if (!isWithin(trip, pending) || atMs >= untilMs) continue
    const cut: Reason = { by, decidedAtMs: atMs, metres: 0, seconds: 0 }
    const isBefore = ({ part }: PartSums) => part === undefined || part < atMs
    const after = trip.sums.filter((sums) => !isBefore(sums))
    endSegment({ ...trip, sums: trip.sums.filter(isBefore) }, atMs, point, cut, out)
    trip = { kind: 'trip', beganAtMs: atMs, from: point, place: point, began: cut, sums: after }
  }
  state.segment = trip
  return trip
}

/** A driver who signs on soon after the start drives from the start. */
function isWithin({ beganAtMs }: OpenSegment, { atMs, by }: PendingCut): boolean {
  return by === 'driver' ? atMs - beganAtMs > signOnMs : atMs > beganAtMs
}
