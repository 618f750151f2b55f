// Matches stored segments with recomputed ones, so that a corrected segment keeps its identity.

import type { Reason, Segment, Sums } from './detection.types.ts'

/** A segment with its totals. */
export interface WholeSegment extends Segment {
  totals: Omit<Sums, 'day'>
}

export interface StoredSegment extends WholeSegment {
  id: string
  version: number
}

export interface ChangedSegment {
  before: StoredSegment
  after: StoredSegment
  /** Withdrawn segments of the kind that are now mostly part of this one. */
  absorbed: StoredSegment[]
  /** New segments of the kind that were mostly part of it. */
  split: WholeSegment[]
}

export interface Matched {
  changed: ChangedSegment[]
  created: WholeSegment[]
  withdrawn: StoredSegment[]
}

/** Pairs of one kind, those with the largest overlap first. A pair without a difference is not reported. */
export function matchSegments(stored: StoredSegment[], computed: WholeSegment[]): Matched {
  const paired = new Map<StoredSegment, WholeSegment>()
  const taken = new Set<WholeSegment>()
  for (const { before, after } of overlapsOf(stored, computed)) {
    if (paired.has(before) || taken.has(after)) continue
    paired.set(before, after)
    taken.add(after)
  }
  const created = computed.filter((segment) => !taken.has(segment))
  const withdrawn = stored.filter((segment) => !paired.has(segment))
  const changed: ChangedSegment[] = []
  for (const [before, after] of paired) {
    const absorbed = withdrawn.filter((one) => largestOverlap(one, computed) === after)
    const split = created.filter((one) => largestOverlap(one, stored) === before)
    if (isSame(before, after) && absorbed.length === 0 && split.length === 0) continue
    const version = isSame(before, after) ? before.version : before.version + 1
    changed.push({ before, after: { ...after, id: before.id, version }, absorbed, split })
  }
  changed.sort((a, b) => a.after.beganAtMs - b.after.beganAtMs)
  return { changed, created, withdrawn }
}

interface Overlap {
  before: StoredSegment
  after: WholeSegment
  ms: number
}

/** Both lists are in the order of time, so that only neighbouring segments are compared. */
function overlapsOf(stored: StoredSegment[], computed: WholeSegment[]): Overlap[] {
  const found: Overlap[] = []
  let first = 0
  for (const before of stored) {
    while (first < computed.length && endOf(computed[first]!) <= before.beganAtMs) first += 1
    for (let index = first; index < computed.length; index += 1) {
      const after = computed[index]!
      if (after.beganAtMs >= endOf(before)) break
      const ms = overlapMs(before, after)
      if (after.kind === before.kind && ms > 0) found.push({ before, after, ms })
    }
  }
  const byTime = (a: Overlap, b: Overlap) =>
    a.before.beganAtMs - b.before.beganAtMs || a.after.beganAtMs - b.after.beganAtMs
  return found.sort((a, b) => (a.ms === b.ms ? byTime(a, b) : b.ms - a.ms))
}

/** An open segment overlaps everything after its beginning. */
function endOf({ endedAtMs }: WholeSegment): number {
  return endedAtMs ?? Number.POSITIVE_INFINITY
}

function overlapMs(a: WholeSegment, b: WholeSegment): number {
  return Math.min(endOf(a), endOf(b)) - Math.max(a.beganAtMs, b.beganAtMs)
}

function largestOverlap<T extends WholeSegment>(segment: WholeSegment, others: T[]): T | undefined {
  let best: T | undefined
  for (const other of others) {
    if (other.kind !== segment.kind || overlapMs(segment, other) <= 0) continue
    if (!best || overlapMs(segment, other) > overlapMs(segment, best)) best = other
  }
  return best
}

function isSame(a: WholeSegment, b: WholeSegment): boolean {
  return textOf(a) === textOf(b)
}

function textOf({ kind, beganAtMs, endedAtMs, from, to, began, ended, totals }: WholeSegment): string {
  const { cm, bridgedCm, driftCm, deviceCm, odometerBreaks, idleSeconds, idlings, engineSeconds } = totals
  const distances = [cm, bridgedCm, driftCm, deviceCm, odometerBreaks]
  const rest = [idleSeconds, idlings, engineSeconds, totals.topSpeedTenthKmh, totals.locations]
  const places = [from.latitudeE7, from.longitudeE7, to.latitudeE7, to.longitudeE7]
  return JSON.stringify([
    kind,
    beganAtMs,
    endedAtMs,
    places,
    fromReason(began),
    ended && fromReason(ended),
    distances,
    rest,
  ])
}

function fromReason({ by, decidedAtMs, metres, seconds }: Reason): unknown[] {
  return [by, decidedAtMs, metres, seconds]
}
