// Generated marks, and what they make of the segments that are found without them.

import fc from 'fast-check'
import type { SegmentKind, TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { MarkKind, TrackMarks } from '../../src/features/trips/detection/marks.ts'

export interface MadeMark {
  kind: MarkKind
  /** Where in the track, from 0 to 1. */
  share: number
  /** At a location, or between two. */
  isAtRow: boolean
}

export const madeMarks: fc.Arbitrary<MadeMark[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('cut' as const, 'join' as const),
    // Not `fc.double`: nearly all of those are next to 0, which is the first location.
    share: fc.integer({ min: 0, max: 9_999 }).map((part) => part / 10_000),
    isAtRow: fc.boolean(),
  }),
  { maxLength: 12 },
)

export interface PlacedMark {
  kind: MarkKind
  atMs: number
}

export function placeMarks(made: MadeMark[], rows: TrackLocation[]): PlacedMark[] {
  return made.map(({ kind, share, isAtRow }) => {
    const { fixedAtMs } = rows[Math.min(rows.length - 1, Math.floor(share * rows.length))]!
    return { kind, atMs: isAtRow ? fixedAtMs : fixedAtMs + Math.round(share * 600_000) - 1 }
  })
}

export function marksOf(placed: PlacedMark[]): TrackMarks {
  const of = (kind: MarkKind) => {
    const list = placed.filter((mark) => mark.kind === kind).map(({ atMs }) => atMs)
    return list.sort((a, b) => a - b)
  }
  return { cutsAtMs: of('cut'), joinsAtMs: of('join') }
}

export interface Span {
  kind: SegmentKind
  beganAtMs: number
  endedAtMs: number | null
}

const dayMs = 86_400_000

/**
 * `fixesAtMs` are the usable locations. `haltedAtMs`: since when the device may have stopped, if the last segment is a
 * trip.
 */
export function markedSpans(
  spans: Span[],
  fixesAtMs: number[],
  { cutsAtMs, joinsAtMs }: TrackMarks,
  haltedAtMs: number | null,
): Span[] {
  const cutFixes = new Set(cutsAtMs.map((cut) => fixesAtMs.find((atMs) => atMs >= cut)))
  const cut = spans.flatMap((span): Span[] => {
    if (span.kind !== 'trip') return [span]
    const limitMs = span.endedAtMs ?? haltedAtMs ?? Number.POSITIVE_INFINITY
    const inner = fixesAtMs.filter((atMs) => cutFixes.has(atMs) && atMs > span.beganAtMs && atMs < limitMs)
    const edges = [span.beganAtMs, ...inner, span.endedAtMs]
    return edges
      .slice(1)
      .map((endedAtMs, index) => ({ kind: 'trip' as const, beganAtMs: edges[index]!, endedAtMs }))
  })
  const joined: Span[] = []
  for (let index = 0; index < cut.length; index += 1) {
    const span = cut[index]!
    const last = joined.at(-1)
    const next = cut[index + 1]
    const lastMs = Math.min(span.endedAtMs ?? Number.POSITIVE_INFINITY, span.beganAtMs + dayMs)
    const isMarked = joinsAtMs.some((join) => join >= span.beganAtMs && join < lastMs)
    const isBetween = last?.kind === 'trip' && (next?.kind ?? 'trip') === 'trip'
    if (span.kind !== 'stop' || !isMarked || !isBetween) {
      joined.push(span)
      continue
    }
    last!.endedAtMs = next ? next.endedAtMs : null
    if (next) index += 1
  }
  return joined
}
