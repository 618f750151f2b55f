// All geofences of an account, ready to be asked by every location. Kept in memory: spatial indexes of the database are not
// used under row-level security, and a question to it for every location would cost more than storing the location.

import Flatbush from 'flatbush'
import type { Box } from './geodesy.ts'
import { movePlace, newPlace, wrapped } from './geodesy.ts'
import type { Point, StoredShape } from './geofence.types.ts'
import { polygonOf } from './polygon.ts'
import { circleOf, corridorOf } from './round-shapes.ts'
import type { Way } from './segment.ts'
import { wayBetween } from './segment.ts'
import type { Shape } from './shape.types.ts'

export type { Point }

export interface GeofenceIndex {
  /** The geofences that hold the point. */
  at(point: Point): number[]
  /** Those that the straight way between two points touches, and the parts (0 to 1) of the way at which it comes in and goes out last. */
  along(from: Point, to: Point): Touched[]
  /** Metres from the point to the border: below zero inside. Undefined for a number that is not there. */
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

  const place = newPlace()
  let found: number[] = []
  // Made once, not for every question; it keeps what it finds itself.
  const ask = (index: number) => {
    const { number, shape, box, turn } = entries[index]!
    if (shape.holds(box, place, place.longitude + turn) && !found.includes(number)) found.push(number)
    return false
  }

  return {
    at({ latitude, longitude }) {
      found = []
      if (!isPlace(latitude, longitude)) return found
      const x = wrapped(longitude)
      movePlace(place, latitude, x)
      tree?.search(x, latitude, x, latitude, ask)
      return found
    },

    along(from, to) {
      if (!isPlace(from.latitude, from.longitude) || !isPlace(to.latitude, to.longitude)) return []
      const way = wayBetween(from, to)
      const touched = new Map<number, Touched>()
      for (const index of near(tree, way)) {
        const { number, shape, box } = entries[index]!
        const stay = shape.stay(box, way)
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
      return shapes.get(number)?.distanceM(movePlace(place, latitude, wrapped(longitude)))
    },
  }
}

function shapeOf({ kind, geometry, radiusM }: StoredShape): Shape {
  if (geometry.type === 'Point') return circleOf(geometry.coordinates, radiusM ?? 0)
  if (geometry.type === 'LineString') return corridorOf(geometry.coordinates, radiusM ?? 0)
  if (kind === 'polygon') return polygonOf(geometry)
  throw new TypeError(`a ${kind} is not a ${geometry.type}`)
}

/** Most questions are about a point: small nodes then leave more boxes unread (measured: a quarter faster than 16). */
const boxesPerNode = 8

/** None for no boxes: the library refuses an empty tree. */
function createTree(boxes: Box[]): Flatbush | undefined {
  if (boxes.length === 0) return undefined
  const tree = new Flatbush(boxes.length, boxesPerNode)
  for (const { west, south, east, north } of boxes) tree.add(west, south, east, north)
  tree.finish()
  return tree
}

/** The entries around a way; one that goes beyond 180 degrees is looked for on the other side as well. */
function near(tree: Flatbush | undefined, way: Way): Set<number> {
  const west = Math.min(way.fromLongitude, way.toLongitude)
  const east = Math.max(way.fromLongitude, way.toLongitude)
  const south = Math.min(way.fromLatitude, way.toLatitude)
  const north = Math.max(way.fromLatitude, way.toLatitude)
  const indexes = new Set<number>()
  for (const turn of [-360, 0, 360]) {
    if (west + turn > 180 || east + turn < -180) continue
    for (const index of tree?.search(west + turn, south, east + turn, north) ?? []) indexes.add(index)
  }
  return indexes
}

/** A comparison with something that is no number would find everything. */
function isPlace(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Number.isFinite(longitude)
}
