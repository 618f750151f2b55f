// Splits a track into drives, stops and gaps.

import { distanceM } from './geo.ts'
import type { Track } from './track.ts'

export type SegmentKind = 'driving' | 'stopped' | 'noData'

export interface Segment {
  kind: SegmentKind
  /** The indexes of its first and last location; the next segment starts where this one ends. */
  first: number
  last: number
  fromMs: number
  toMs: number
  /** Of drives only: drift during stops and the distance across gaps do not count. */
  distanceM: number
  maxSpeedKmh: number
}

const stopRadiusM = 80
const shortestStopMs = 3 * 60_000
const stationaryKmh = 3
/** At the ends of a stop, the last metres before and the first after it belong to the drives. */
const drivingKmh = 10
/** Trackers sleep while stopped: a silence up to this long that ends where it began is part of a stop. */
const longestSleepMs = 3 * 3_600_000

export function findSegments(track: Track): Segment[] {
  const segments: Segment[] = []
  let first = 0
  for (let i = 1; i <= track.count; i += 1) {
    if (i < track.count && !isGap(track, i)) continue
    segments.push(...readPiece(track, first, i - 1))
    if (i < track.count) segments.push(segmentOf(track, 'noData', i - 1, i))
    first = i
  }
  return joined(track, segments)
}

/** Whether there is no data between a location and the previous one. */
export function isGap(track: Track, i: number): boolean {
  const silenceMs = track.atMs[i]! - track.atMs[i - 1]!
  if (silenceMs <= track.longestSilenceMs) return false
  return silenceMs > longestSleepMs || distanceM(track, i - 1, i) > stopRadiusM
}

/** The segment that contains a moment; -1 before the first and after the last. */
export function segmentAt(segments: Segment[], atMs: number): number {
  return segments.findLastIndex(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
}

function readPiece(track: Track, first: number, last: number): Segment[] {
  const segments: Segment[] = []
  let driveFrom = first
  for (let i = first; i <= last; ) {
    const stop = stopFrom(track, i, last)
    if (!stop) {
      i += 1
      continue
    }
    if (stop.first > driveFrom) segments.push(movementOf(track, driveFrom, stop.first))
    segments.push(segmentOf(track, 'stopped', stop.first, stop.last))
    driveFrom = stop.last
    i = stop.last + 1
  }
  if (driveFrom < last) segments.push(movementOf(track, driveFrom, last))
  return segments
}

/** The stop that begins at a location, if there is one. */
function stopFrom(track: Track, first: number, last: number): { first: number; last: number } | undefined {
  const { atMs, speedKmh } = track
  if (speedKmh[first]! >= drivingKmh && first < last) return undefined
  let end = first
  while (end < last && stays(track, first, end + 1)) end += 1
  while (end > first && speedKmh[end]! >= drivingKmh) end -= 1
  return atMs[end]! - atMs[first]! >= shortestStopMs ? { first, last: end } : undefined
}

function stays(track: Track, anchor: number, i: number): boolean {
  if (distanceM(track, anchor, i) <= stopRadiusM) return true
  const hours = (track.atMs[i]! - track.atMs[i - 1]!) / 3_600_000
  const impliedKmh = distanceM(track, i - 1, i) / 1_000 / hours
  return track.speedKmh[i]! < stationaryKmh && impliedKmh < stationaryKmh
}

/** Too short to be a stop, but without movement: the ends of a period cut stops in two. */
function movementOf(track: Track, first: number, last: number): Segment {
  for (let i = first + 1; i <= last; i += 1) {
    if (distanceM(track, first, i) > stopRadiusM) return segmentOf(track, 'driving', first, last)
  }
  return segmentOf(track, 'stopped', first, last)
}

function segmentOf(track: Track, kind: SegmentKind, first: number, last: number): Segment {
  let drivenM = 0
  let maxSpeedKmh = 0
  if (kind === 'driving') {
    for (let i = first + 1; i <= last; i += 1) drivenM += distanceM(track, i - 1, i)
    for (let i = first; i <= last; i += 1) maxSpeedKmh = Math.max(maxSpeedKmh, track.speedKmh[i]! || 0)
  }
  return {
    kind,
    first,
    last,
    fromMs: track.atMs[first]!,
    toMs: track.atMs[last]!,
    distanceM: drivenM,
    maxSpeedKmh,
  }
}

/** Merges adjacent segments of one kind. */
function joined(track: Track, segments: Segment[]): Segment[] {
  const result: Segment[] = []
  for (const segment of segments) {
    const before = result.at(-1)
    if (before?.kind === segment.kind && before.last === segment.first) {
      result[result.length - 1] = segmentOf(track, segment.kind, before.first, segment.last)
    } else result.push(segment)
  }
  return result
}
