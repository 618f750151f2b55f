// All geofences of an account, indexed in memory for every location: spatial indexes of the database are not used
// under row-level security, and a query per location would cost more than storing the location.

import Flatbush from 'flatbush'
import type { Box } from './geodesy.ts'
import { newCoordinates, setCoordinates, wrapped } from './geodesy.ts'
import type { Point, StoredShape } from './geofence.types.ts'
import { polygonOf } from './polygon.ts'
import { circleOf, corridorOf } from './round-shapes.ts'
import type { Segment } from './segment.ts'
import { segmentBetween } from './segment.ts'
import type { Shape } from './shape.types.ts'

export type { Point }

export interface GeofenceIndex {
  /** The geofences that contain the point. */
  at(point: Point): number[]
  /** Those that the segment touches, and the fractions (0 to 1) of it where it first enters and last leaves. */
  along(from: Point, to: Point): Touched[]
  /** Metres from the point to the border, negative inside. Undefined for an unknown number. */
  distanceM(number: number, point: Point): number | undefined
}

export interface Touched {
  number: number
  entersAt: number
  leavesAt: number
}

interface Entry {
  number: number
  shape: Shape
  box: number
  /** Brings a longitude between -180 and 180 to the box. */
  turn: number
}

export function createGeofenceIndex(fences: Iterable<StoredShape>): GeofenceIndex {
  const shapes = new Map([...fences].map((fence) => [fence.number, shapeOf(fence)]))
  const entries: Entry[] = []
  const boxes: Box[] = []
  for (const [number, shape] of shapes) {
    for (const [box, { west, east, south, north }] of shape.boxes.entries()) {
      for (const turn of [-720, -360, 0, 360, 720]) {
        if (west - turn > 180 || east - turn < -180) continue
        entries.push({ number, shape, box, turn })
        boxes.push({ west: west - turn, east: east - turn, south, north })
      }
    }
  }
  const tree = createTree(boxes)

  const coordinates = newCoordinates()
  let found: number[] = []
  // Created once, not per query; it collects results itself.
  const collect = (index: number) => {
    const { number, shape, box, turn } = entries[index]!
    if (shape.contains(box, coordinates, coordinates.longitude + turn) && !found.includes(number))
      found.push(number)
    return false
  }

  return {
    at({ latitude, longitude }) {
      found = []
      if (!areCoordinates(latitude, longitude)) return found
      const x = wrapped(longitude)
      setCoordinates(coordinates, latitude, x)
      tree?.search(x, latitude, x, latitude, collect)
      return found
    },

    along(from, to) {
      if (!areCoordinates(from.latitude, from.longitude) || !areCoordinates(to.latitude, to.longitude))
        return []
      const segment = segmentBetween(from, to)
      const touched = new Map<number, Touched>()
      for (const index of near(tree, segment)) {
        const { number, shape, box } = entries[index]!
        const stay = shape.stay(box, segment)
        if (!stay) continue
        const before = touched.get(number)
        touched.set(number, {
          number,
          entersAt: Math.min(stay.entersAt, before?.entersAt ?? 1),
          leavesAt: Math.max(stay.leavesAt, before?.leavesAt ?? 0),
        })
      }
      return [...touched.values()]
    },

    distanceM(number, { latitude, longitude }) {
      return shapes.get(number)?.distanceM(setCoordinates(coordinates, latitude, wrapped(longitude)))
    },
  }
}

function shapeOf({ kind, geometry, radiusM }: StoredShape): Shape {
  if (geometry.type === 'Point') return circleOf(geometry.coordinates, radiusM ?? 0)
  if (geometry.type === 'LineString') return corridorOf(geometry.coordinates, radiusM ?? 0)
  if (kind === 'polygon') return polygonOf(geometry)
  throw new TypeError(`a ${kind} cannot be a ${geometry.type}`)
}

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

/** The entries around a segment; beyond 180 degrees the other side is searched too. */
function near(tree: Flatbush | undefined, segment: Segment): Set<number> {
  const west = Math.min(segment.fromLongitude, segment.toLongitude)
  const east = Math.max(segment.fromLongitude, segment.toLongitude)
  const south = Math.min(segment.fromLatitude, segment.toLatitude)
  const north = Math.max(segment.fromLatitude, segment.toLatitude)
  const indexes = new Set<number>()
  for (const turn of [-360, 0, 360]) {
    if (west + turn > 180 || east + turn < -180) continue
    for (const index of tree?.search(west + turn, south, east + turn, north) ?? []) indexes.add(index)
  }
  return indexes
}

/** NaN in a comparison would match everything. */
function areCoordinates(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Number.isFinite(longitude)
}
