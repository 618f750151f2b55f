// The geofences of an account with all their shapes, in memory: what the detector asks of them at an instant.

import type { GeofenceType, Geometry } from '../../geofences/geofence.types.ts'
import { createGeofenceIndex } from '../../geofences/geofence-index.api.ts'
import type { Areas } from '../detection/areas.types.ts'
import type { Place } from '../detection/detection.types.ts'

/** Of one location: others are not visited. */
const maxAreas = 200
/** In all shapes. */
const largePositions = 20_000

/** A shape of a geofence, and when it counted. */
export interface AreaShape {
  number: number
  area: number
  geofenceId: string
  countsFromMs: number
  countsUntilMs: number
  type: GeofenceType
  geometry: Geometry
  radiusM: number | null
  positions: number
}

export interface AccountAreas extends Areas {
  /** A location may take milliseconds. */
  isLarge: boolean
  /** Undefined if no shape of it is kept. */
  idOf(area: number): string | undefined
  /** To the nearest border, if it is not farther away than this. */
  borderM(place: Place, maxM: number): number
  /** The first instant in a period at which a shape began or ceased to count. */
  changedAtMs(afterMs: number, untilMs: number): number | undefined
}

type Counting = Pick<AreaShape, 'number' | 'area' | 'countsFromMs' | 'countsUntilMs'>

export function createAreas(shapes: AreaShape[]): AccountAreas {
  const index = createGeofenceIndex(shapes)
  const byNumber = new Map(shapes.map((shape): [number, Counting] => [shape.number, countingOf(shape)]))
  const byArea = Map.groupBy(byNumber.values(), ({ area }) => area)
  const ids = new Map(shapes.map(({ area, geofenceId }) => [area, geofenceId]))
  const changesMs = shapes
    .flatMap(({ countsFromMs, countsUntilMs }) => [countsFromMs, countsUntilMs])
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  const countsAt = ({ countsFromMs, countsUntilMs }: Counting, atMs: number) =>
    countsFromMs <= atMs && atMs < countsUntilMs
  const shapeOf = (area: number, atMs: number) => byArea.get(area)?.findLast((shape) => countsAt(shape, atMs))

  return {
    isLarge: shapes.reduce((sum, { positions }) => sum + positions, 0) > largePositions,
    at(place, atMs) {
      const found: number[] = []
      for (const number of index.at(pointOf(place))) {
        const shape = byNumber.get(number)!
        if (countsAt(shape, atMs)) found.push(shape.area)
      }
      return found.sort((a, b) => a - b).slice(0, maxAreas)
    },
    along(from, to, atMs) {
      const found = index.along(pointOf(from), pointOf(to)).flatMap(({ number, entersAt, leavesAt }) => {
        const shape = byNumber.get(number)!
        return countsAt(shape, atMs) ? [{ area: shape.area, entersAt, leavesAt }] : []
      })
      return found.sort((a, b) => a.area - b.area).slice(0, maxAreas)
    },
    distanceM(area, place, atMs) {
      const shape = shapeOf(area, atMs)
      return shape && index.distanceM(shape.number, pointOf(place))
    },
    countsFromMs: (area, atMs) => shapeOf(area, atMs)?.countsFromMs ?? atMs,
    idOf: (area) => ids.get(area),
    borderM: (place, maxM) => index.borderM(pointOf(place), maxM),
    changedAtMs(afterMs, untilMs) {
      const last = changesMs.findLastIndex((atMs) => atMs <= afterMs)
      const first = changesMs[last + 1]
      return first !== undefined && first <= untilMs ? first : undefined
    },
  }
}

function countingOf({ number, area, countsFromMs, countsUntilMs }: AreaShape): Counting {
  return { number, area, countsFromMs, countsUntilMs }
}

function pointOf({ latitudeE7, longitudeE7 }: Place) {
  return { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 }
}
