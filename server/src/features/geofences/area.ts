// One part of a polygon on the plane of longitude and latitude: containment, and where a segment crosses its border.

import { effort } from './effort.ts'
import type { Box } from './geodesy.api.ts'
import type { Segment, Stay } from './segment.ts'
import type { UnwrappedArea } from './unwrap.ts'

export interface Area {
  box: Box
  /** Four numbers each: from longitude and latitude, to longitude and latitude. Outer ring and holes alike. */
  edges: Float64Array
  strips: Strips
}

/** Edges by latitude, so that a point is compared only with those at its latitude. */
interface Strips {
  count: number
  heightDeg: number
  /** Where each strip starts in `members`. */
  starts: Uint32Array
  /** Offsets of edges in `edges`. */
  members: Uint32Array
}

const edgesPerStrip = 8
const maxStrips = 2_048
const maxMembersPerEdge = 8

export function createArea(rings: UnwrappedArea): Area {
  const edges = edgesOf(rings)
  const box: Box = {
    west: Number.POSITIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  }
  for (let at = 0; at < edges.length; at += 2) {
    box.west = Math.min(box.west, edges[at]!)
    box.east = Math.max(box.east, edges[at]!)
    box.south = Math.min(box.south, edges[at + 1]!)
    box.north = Math.max(box.north, edges[at + 1]!)
  }
  return { box, edges, strips: createStrips(edges, box) }
}

function edgesOf(rings: UnwrappedArea): Float64Array {
  const edges = new Float64Array(4 * rings.reduce((count, ring) => count + ring.length - 1, 0))
  let at = 0
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index += 1, at += 4) {
      edges[at] = ring[index - 1]![0]!
      edges[at + 1] = ring[index - 1]![1]!
      edges[at + 2] = ring[index]![0]!
      edges[at + 3] = ring[index]![1]!
    }
  }
  return edges
}

/** Uses fewer strips if many tall edges would be in every strip. */
function createStrips(edges: Float64Array, { south, north }: Box): Strips {
  const edgeCount = edges.length / 4
  let count = Math.min(maxStrips, Math.max(1, Math.floor(edgeCount / edgesPerStrip)))
  for (;;) {
    const heightDeg = (north - south) / count
    const starts = new Uint32Array(count + 1)
    let total = 0
    const each = (visit: (strip: number, at: number) => void) => {
      for (let at = 0; at < edges.length; at += 4) {
        const low = Math.min(edges[at + 1]!, edges[at + 3]!)
        const high = Math.max(edges[at + 1]!, edges[at + 3]!)
        const last = stripAt(high, south, heightDeg, count)
        for (let strip = stripAt(low, south, heightDeg, count); strip <= last; strip += 1) visit(strip, at)
      }
    }
    each((strip) => {
      starts[strip + 1]! += 1
      total += 1
    })
    if (count > 1 && total > edgeCount * maxMembersPerEdge) {
      count = Math.floor(count / 2)
      continue
    }
    for (let strip = 0; strip < count; strip += 1) starts[strip + 1]! += starts[strip]!
    const members = new Uint32Array(total)
    const next = starts.slice()
    each((strip, at) => {
      members[next[strip]!] = at
      next[strip]! += 1
    })
    return { count, heightDeg, starts, members }
  }
}

function stripAt(latitude: number, south: number, heightDeg: number, count: number): number {
  return Math.min(count - 1, Math.floor((latitude - south) / heightDeg))
}

/** By the parity of edges on one side of the point. The border is inside. */
export function areaContains({ box, edges, strips }: Area, x: number, y: number): boolean {
  if (x < box.west || x > box.east || y < box.south || y > box.north) return false
  const strip = stripAt(y, box.south, strips.heightDeg, strips.count)
  const end = strips.starts[strip + 1]!
  let isInside = false
  for (let member = strips.starts[strip]!; member < end; member += 1) {
    const at = strips.members[member]!
    const y1 = edges[at + 1]!
    const y2 = edges[at + 3]!
    const isFirstAbove = y1 > y
    if (isFirstAbove !== y2 > y) {
      const x1 = edges[at]!
      const side = (edges[at + 2]! - x1) * (y - y1) - (x - x1) * (y2 - y1)
      if (side === 0) return true
      if (side > 0 === y2 > y1) isInside = !isInside
    } else if (y1 === y || y2 === y) {
      if (isOnLevel(edges, at, x, y)) return true
    }
  }
  return isInside
}

/** At an end of the edge, or on it if it runs along the latitude. */
function isOnLevel(edges: Float64Array, at: number, x: number, y: number): boolean {
  const x1 = edges[at]!
  const x2 = edges[at + 2]!
  if (edges[at + 1] === y && edges[at + 3] === y) return x >= Math.min(x1, x2) && x <= Math.max(x1, x2)
  return x === (edges[at + 1] === y ? x1 : x2)
}

/** `turn` brings the longitudes of the segment to those of the area. */
export function areaStay(area: Area, segment: Segment, turn: number): Stay | undefined {
  const { box, edges, strips } = area
  const x1 = segment.fromLongitude + turn
  const x2 = segment.toLongitude + turn
  const { fromLatitude: y1, toLatitude: y2 } = segment
  const [west, east] = x1 < x2 ? [x1, x2] : [x2, x1]
  const [south, north] = y1 < y2 ? [y1, y2] : [y2, y1]
  if (west > box.east || east < box.west || south > box.north || north < box.south) return undefined
  let entersAt = areaContains(area, x1, y1) ? 0 : Number.POSITIVE_INFINITY
  let leavesAt = areaContains(area, x2, y2) ? 1 : Number.NEGATIVE_INFINITY
  if (entersAt === 0 && leavesAt === 1) return { entersAt, leavesAt }
  // Only the edges at these latitudes; one in several strips is compared several times, with the same result.
  const firstStrip = stripAt(Math.max(south, box.south), box.south, strips.heightDeg, strips.count)
  const lastStrip = stripAt(Math.min(north, box.north), box.south, strips.heightDeg, strips.count)
  const end = strips.starts[lastStrip + 1]!
  effort.spent += end - strips.starts[firstStrip]!
  for (let member = strips.starts[firstStrip]!; member < end; member += 1) {
    const at = strips.members[member]!
    const ax = edges[at]!
    const ay = edges[at + 1]!
    const bx = edges[at + 2]!
    const by = edges[at + 3]!
    if ((ay < south && by < south) || (ay > north && by > north)) continue
    if ((ax < west && bx < west) || (ax > east && bx > east)) continue
    // On which side of the edge the segment starts and ends, and on which side of the segment the edge does.
    const begins = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    const ends = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    const from = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    const to = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    // If both are on the same line, the adjacent edges decide.
    if (begins * ends > 0 || from * to > 0 || begins === ends) continue
    const fraction = begins / (begins - ends)
    entersAt = Math.min(entersAt, fraction)
    leavesAt = Math.max(leavesAt, fraction)
  }
  return entersAt <= leavesAt ? { entersAt, leavesAt } : undefined
}
