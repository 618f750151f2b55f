// The moment at which the device passed a clicked point. Of several passes, the one nearest to the cursor's time
// wins.

import type { Track } from './track.ts'
import { isGap } from './track.ts'

interface Coordinates {
  latitude: number
  longitude: number
}

/** Passes count as equally near if their distances differ by less than this share of the reach. */
const sameShare = 0.5

/** `reachDeg`: the radius of a finger in degrees of latitude at this zoom. */
export function nearestMoment(
  track: Track,
  at: Coordinates,
  reachDeg: number,
  cursorMs: number,
): number | undefined {
  let best: { atMs: number; offDeg: number } | undefined
  for (let i = 0; i < track.count; i += 1) {
    const isLast = i === track.count - 1
    const near = nearestOn(track, i, isLast || isGap(track, i + 1) ? i : i + 1, at)
    if (near.offDeg > reachDeg || (best && !isBetter(near, best, reachDeg, cursorMs))) continue
    best = near
  }
  return best?.atMs
}

interface Near {
  atMs: number
  offDeg: number
}

function isBetter(near: Near, best: Near, reachDeg: number, cursorMs: number): boolean {
  const closer = best.offDeg - near.offDeg
  if (Math.abs(closer) > reachDeg * sameShare) return closer > 0
  const sooner = Math.abs(best.atMs - cursorMs) - Math.abs(near.atMs - cursorMs)
  // Adjacent locations are the same pass: among them the distance decides.
  return Math.abs(best.atMs - near.atMs) < 120_000 ? closer > 0 : sooner > 0
}

/** On a plane, with degrees of longitude scaled to this latitude. */
function nearestOn(track: Track, from: number, to: number, at: Coordinates): Near {
  const scale = Math.cos((at.latitude * Math.PI) / 180)
  const x = (i: number) => short(track.longitude[i]! - at.longitude) * scale
  const y = (i: number) => track.latitude[i]! - at.latitude
  const [fromX, fromY] = [x(from), y(from)]
  const [byX, byY] = [x(to) - fromX, y(to) - fromY]
  const length2 = byX * byX + byY * byY
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * byX + fromY * byY) / length2))
  return {
    atMs: track.atMs[from]! + (track.atMs[to]! - track.atMs[from]!) * share,
    offDeg: Math.hypot(fromX + byX * share, fromY + byY * share),
  }
}

function short(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
