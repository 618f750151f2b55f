// The coordinates of a device at any instant: interpolated between two fixes, and the last known ones in a gap.

import { bearingDeg } from './geo.ts'
import type { Track } from './track.ts'
import { indexAt, isGap } from './track.ts'

export interface PositionAt {
  /** The last location at or before the instant, or the first one. */
  index: number
  latitude: number
  longitude: number
  speedKmh: number | undefined
  courseDeg: number | undefined
  /** In a gap: these are the last known coordinates. */
  isGap: boolean
}

export function positionAt(track: Track, atMs: number): PositionAt | undefined {
  if (track.count === 0) return undefined
  const index = Math.max(0, indexAt(track, atMs))
  const next = index + 1
  const isBefore = atMs < track.atMs[0]!
  if (isBefore || next >= track.count || isGap(track, next)) return standing(track, index, atMs)
  const share = (atMs - track.atMs[index]!) / (track.atMs[next]! - track.atMs[index]!)
  const between = (column: ArrayLike<number>) => column[index]! + (column[next]! - column[index]!) * share
  const speedKmh = between(track.speedKmh)
  return {
    index,
    latitude: between(track.latitude),
    longitude: between(track.longitude),
    speedKmh: Number.isNaN(speedKmh) ? known(track.speedKmh[index]!) : speedKmh,
    courseDeg: courseBetween(track, index, share),
    isGap: false,
  }
}

function standing(track: Track, index: number, atMs: number): PositionAt {
  const isAtFix = atMs === track.atMs[index]
  return {
    index,
    latitude: track.latitude[index]!,
    longitude: track.longitude[index]!,
    speedKmh: isAtFix ? known(track.speedKmh[index]!) : undefined,
    courseDeg: known(track.courseDeg[index]!),
    isGap: !isAtFix,
  }
}

/** Interpolates the short way: from 350° to 10° through north. */
function courseBetween(track: Track, index: number, share: number): number | undefined {
  const from = known(track.courseDeg[index]!)
  const to = known(track.courseDeg[index + 1]!)
  if (from === undefined) return to ?? bearingDeg(track, index, index + 1)
  if (to === undefined) return from
  const turn = ((to - from + 540) % 360) - 180
  return (from + turn * share + 360) % 360
}

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}
