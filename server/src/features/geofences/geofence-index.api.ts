// All geofences of an account, indexed in memory for every location: spatial indexes of the database are not used
// under row-level security, and a query per location would cost more than storing the location.

import Flatbush from 'flatbush'
import { effort, maxPathEffort } from './effort.ts'
import type { Box } from './geodesy.api.ts'
import { grown, newCoordinates, setCoordinates, wrapped } from './geodesy.api.ts'
import type { Point, StoredShape } from './geofence.types.ts'
import { polygonOf } from './polygon.ts'
import { circleOf, corridorOf } from './round-shapes.ts'
import type { Segment } from './segment.ts'
import { segmentBetween } from './segment.ts'
import type { Shape } from './shape.types.ts'

export type { Point }

/** The geofences a query is about. Others cost it no more than a glance at their box. */
export type WantedGeofences = ReadonlySet<number> | 'all'

export interface GeofenceIndex {
  /** The geofences that contain the point. */
  at(point: Point, wanted?: WantedGeofences): number[]
  /**
   * Those that the segment touches, and the fractions (0 to 1) of it where it first enters and last leaves. Incomplete if
   * the geometry is so complex that examining the segment exceeds the limit.
   */
  along(from: Point, to: Point, wanted?: WantedGeofences): Touched[]
  /** Metres from the point to the border, negative inside. Undefined for an unknown number. */
  distanceM(number: number, point: Point): number | undefined
  /** Whether one of them is at most this far away. */
  isNear(point: Point, marginM: number, wanted: WantedGeofences): boolean
  /** Metres to the nearest border, from either side, if it is not farther away than this. 0 if there are too many. */
  borderM(point: Point, maxM: number): number
}

export interface Touched {
  number: number
  entersAt: number
  leavesAt: number
}

interface Fence {
  number: number
  shape: Shape
  /** The query that found it last. */
  query: number
}

interface Entry {
  fence: Fence
  box: number
  /** Brings a longitude between -180 and 180 to the box. */
  turn: number
}

export function createGeofenceIndex(given: Iterable<StoredShape>): GeofenceIndex {
  const fences = new Map<number, Fence>()
  const entries: Entry[] = []
  const boxes: Box[] = []
  for (const one of given) {
    const fence: Fence = { number: one.number, shape: shapeOf(one), query: 0 }
    fences.set(one.number, fence)
    for (const [box, { west, east, south, north }] of fence.shape.boxes.entries()) {
      for (const turn of [-720, -360, 0, 360, 720]) {
        if (west - turn > 180 || east - turn < -180) continue
        entries.push({ fence, box, turn })
        boxes.push({ west: west - turn, east: east - turn, south, north })
      }
    }
  }
  const tree = createTree(boxes)

  const coordinates = newCoordinates()
  let found: number[] = []
  let query = 0
  let of: WantedGeofences = 'all'
  // Created once, not per query; it collects results itself.
  const collect = (index: number) => {
    const { fence, box, turn } = entries[index]!
    const { number, shape } = fence
    if (fence.query === query || (of !== 'all' && !of.has(number))) return false
    if (!shape.contains(box, coordinates, coordinates.longitude + turn)) return false
    fence.query = query
    found.push(number)
    return false
  }

  return {
    at({ latitude, longitude }, wanted = 'all') {
      found = []
      if (!areCoordinates(latitude, longitude)) return found
      query += 1
      of = wanted
      const x = wrapped(longitude)
      setCoordinates(coordinates, latitude, x)
      tree?.search(x, latitude, x, latitude, collect)
      return found
    },

    along(from, to, wanted = 'all') {
      if (!areCoordinates(from.latitude, from.longitude) || !areCoordinates(to.latitude, to.longitude))
        return []
      const segment = segmentBetween(from, to)
      effort.spent = 0
      const touched: Touched[] = []
      for (const [{ number, shape }, boxes] of near(tree, entries, boxOf(segment), wanted)) {
        const stay = shape.stay(boxes, segment)
        if (stay) touched.push({ number, ...stay })
        if (effort.spent > maxPathEffort) break
      }
      return touched
    },

    distanceM(number, { latitude, longitude }) {
      return fences.get(number)?.shape.distanceM(setCoordinates(coordinates, latitude, wrapped(longitude)))
    },

    isNear({ latitude, longitude }, marginM, wanted) {
      if (!areCoordinates(latitude, longitude)) return false
      const x = wrapped(longitude)
      const around = grown({ west: x, east: x, south: latitude, north: latitude }, marginM)
      for (const [{ shape }, boxes] of near(tree, entries, around, wanted)) {
        if (shape.distanceAmongM(boxes, setCoordinates(coordinates, latitude, x)) <= marginM) return true
      }
      return false
    },

    borderM({ latitude, longitude }, maxM) {
      const x = wrapped(longitude)
      const around = grown({ west: x, east: x, south: latitude, north: latitude }, maxM)
      const found = near(tree, entries, around, 'all')
      if (found.size > maxMeasured) return 0
      let nearestM = maxM
      for (const [{ shape }, boxes] of found) {
        const metres = shape.distanceAmongM(boxes, setCoordinates(coordinates, latitude, x))
        nearestM = Math.min(nearestM, Math.abs(metres))
      }
      return nearestM
    },
  }
}

function shapeOf({ type, geometry, radiusM }: StoredShape): Shape {
  if (geometry.type === 'Point') return circleOf(geometry.coordinates, radiusM ?? 0)
  if (geometry.type === 'LineString') return corridorOf(geometry.coordinates, radiusM ?? 0)
  if (type === 'polygon') return polygonOf(geometry)
  throw new TypeError(`a ${type} cannot be a ${geometry.type}`)
}

/** Measuring a distance takes longer than other queries. */
const maxMeasured = 50

/** Most queries are points: small nodes then leave more boxes unread (measured: a quarter faster than 16). */
const boxesPerNode = 8

/** Undefined without boxes: the library does not allow an empty tree. */
function createTree(boxes: Box[]): Flatbush | undefined {
  if (boxes.length === 0) return undefined
  const tree = new Flatbush(boxes.length, boxesPerNode)
  for (const { west, south, east, north } of boxes) tree.add(west, south, east, north)
  tree.finish()
  return tree
}

function boxOf(segment: Segment): Box {
  return {
    west: Math.min(segment.fromLongitude, segment.toLongitude),
    east: Math.max(segment.fromLongitude, segment.toLongitude),
    south: Math.min(segment.fromLatitude, segment.toLatitude),
    north: Math.max(segment.fromLatitude, segment.toLatitude),
  }
}

/** The geofences around a box, with their boxes that touch it; beyond 180 degrees the other side is searched too. */
function near(
  tree: Flatbush | undefined,
  entries: Entry[],
  { west, east, south, north }: Box,
  wanted: WantedGeofences,
): Map<Fence, Set<number>> {
  const found = new Map<Fence, Set<number>>()
  const collect = (index: number) => {
    const { fence, box } = entries[index]!
    if (wanted !== 'all' && !wanted.has(fence.number)) return false
    const boxes = found.get(fence)
    if (boxes) boxes.add(box)
    else found.set(fence, new Set([box]))
    return false
  }
  for (const turn of [-360, 0, 360]) {
    if (west + turn > 180 || east + turn < -180) continue
    tree?.search(west + turn, south, east + turn, north, collect)
  }
  return found
}

/** NaN in a comparison would match everything. */
function areCoordinates(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Number.isFinite(longitude)
}
