// A store of one device's rows and results, as the trip processor keeps them: in order where rows come in order, and by
// recomputation of a window where they come late.

import type { DetectorContext } from '../../src/features/trips/detection/advance.ts'
import { advance } from '../../src/features/trips/detection/advance.ts'
import { newDetected } from '../../src/features/trips/detection/detected.ts'
import type { Detected, TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { TrackMarks } from '../../src/features/trips/detection/marks.ts'
import { encodeState, newState } from '../../src/features/trips/detection/state.ts'
import { openingBefore, openWindow, replacedBy } from '../../src/features/trips/detection/window.ts'
import { inOrder } from './tracks.ts'

interface Changed {
  fromMs: number
  newestLateAtMs: number
  newestMarkAtMs: number
}

export function createTrackStore(given: DetectorContext) {
  let context = given
  let rows: TrackLocation[] = []
  let state = newState()
  let stored = newDetected()
  /** Of each recomputation: the rows it read, and whether it met an equal opening. */
  const recomputations: { rows: number; isPartial: boolean }[] = []

  function recompute({ fromMs, newestLateAtMs, newestMarkAtMs }: Changed): void {
    const opening = openingBefore(stored.openings, fromMs, context.days)
    const findOpening = (day: string) => stored.openings.find((one) => one.day === day)?.state
    const window = openWindow({ opening, newestLateAtMs, newestMarkAtMs, findOpening }, context)
    const startMs = opening ? startOf(opening.day, context) : Number.NEGATIVE_INFINITY
    let read = 0
    for (const row of rows) {
      if (row.fixedAtMs < startMs) continue
      read += 1
      if (window.push(row)) break
    }
    const recomputed = window.end()
    recomputations.push({ rows: read, isPartial: recomputed.until !== null })
    const { detected } = recomputed
    const isReplaced = replacedBy(recomputed)
    const kept: Detected = {
      segments: stored.segments.filter((one) => !isReplaced.segment(one.beganAtMs)),
      segmentDays: stored.segmentDays.filter((one) => !isReplaced.segmentDay(one.beganAtMs, one.day)),
      days: stored.days.filter((one) => !isReplaced.day(one.day)),
      openings: stored.openings.filter((one) => !isReplaced.opening(one.day)),
      visits: stored.visits.filter((one) => !isReplaced.decided(one.decidedAtMs)),
      sessions: stored.sessions.filter((one) => !isReplaced.decided(one.decidedAtMs)),
    }
    stored = sorted({
      segments: [...kept.segments, ...detected.segments],
      segmentDays: [...kept.segmentDays, ...detected.segmentDays],
      days: [...kept.days, ...detected.days],
      openings: [...kept.openings, ...detected.openings],
      visits: [...kept.visits, ...detected.visits],
      sessions: [...kept.sessions, ...detected.sessions],
    })
    if (recomputed.until === null) state = recomputed.state
  }

  return {
    recomputations,
    deliver(block: TrackLocation[]): void {
      const before = rows
      rows = inOrder([...rows, ...block])
      if (rows.length === before.length) return
      const old = new Set(before.map(keyOf))
      const fresh = block.filter((row) => !old.has(keyOf(row)))
      const late = fresh.filter((row) => row.fixedAtMs <= state.lastAtMs)
      const lateAtMs = late.map((row) => row.fixedAtMs)
      if (late.length > 0) {
        recompute({
          fromMs: Math.min(...lateAtMs),
          newestLateAtMs: Math.max(...lateAtMs),
          newestMarkAtMs: Number.NEGATIVE_INFINITY,
        })
      }
      const since = state.lastAtMs
      advance(
        state,
        rows.filter((row) => row.fixedAtMs > since),
        context,
        stored,
      )
    },
    /** After marks were added or removed: the oldest instant that they affect, and the newest of them. */
    mark(marks: TrackMarks, fromMs: number, newestMarkAtMs: number): void {
      context = { ...context, marks }
      if (fromMs > state.lastAtMs) return
      recompute({ fromMs, newestLateAtMs: Number.NEGATIVE_INFINITY, newestMarkAtMs })
    },
    result: () => ({ ...sorted(stored), state: encodeState(state) }),
  }
}

const keyOf = ({ fixedAtMs, fingerprint }: TrackLocation) => `${fixedAtMs} ${fingerprint}`

/** Found by trying, as a store would look it up. */
function startOf(day: string, { days }: DetectorContext): number {
  let atMs = Date.parse(`${day}T00:00:00Z`)
  while (days.at(atMs).day > day) atMs -= 3_600_000
  while (days.at(atMs).day < day) atMs += 3_600_000
  return days.at(atMs).startMs
}

export function sorted(detected: Detected): Detected {
  const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)
  return {
    segments: detected.segments.toSorted((a, b) => a.beganAtMs - b.beganAtMs),
    segmentDays: detected.segmentDays.toSorted((a, b) => a.beganAtMs - b.beganAtMs || byDay(a, b)),
    days: detected.days.toSorted(byDay),
    openings: detected.openings.toSorted(byDay),
    visits: detected.visits.toSorted((a, b) => a.enteredAtMs - b.enteredAtMs || a.area - b.area),
    sessions: detected.sessions.toSorted((a, b) => a.beganAtMs - b.beganAtMs),
  }
}
