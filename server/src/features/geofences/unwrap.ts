// Polygons are evaluated on a plane of longitude and latitude on which every ring is one unbroken line: where a ring
// crosses the antimeridian it continues beyond 180 degrees.

import type { Geometry, Position } from './geofence.types.ts'

export type AreaGeometry = Extract<Geometry, { type: 'Polygon' | 'MultiPolygon' }>

/** One outer ring, then its holes. */
export type UnwrappedArea = Position[][]

/**
 * The ring as an unbroken line: between two longitudes the shorter way is meant, except for a whole turn, which is
 * one. Undefined if it encloses a pole without running along it: such a line has no inside.
 */
export function unwrapRing(ring: Position[]): Position[] | undefined {
  const line: Position[] = []
  let along = 0
  let alongPole: number | undefined
  for (const [index, [longitude = 0, latitude = 0]] of ring.entries()) {
    const before = ring[index - 1]
    if (!before) along = longitude
    else {
      along += stepOf(longitude - before[0]!)
      if (Math.abs(latitude) === 90 && before[1] === latitude) alongPole = index
    }
    line.push([along, latitude])
  }
  const turns = Math.round((along - ring[0]![0]!) / 360)
  if (turns === 0) return line
  if (alongPole === undefined) return undefined
  // All longitudes meet at the pole: the correction there moves nothing.
  return line.map(([longitude = 0, latitude = 0], index) =>
    index < alongPole ? [longitude, latitude] : [longitude - 360 * turns, latitude],
  )
}

function stepOf(difference: number): number {
  const isMeant = Math.abs(difference) <= 180 || difference % 360 === 0
  return isMeant ? difference : difference - 360 * Math.round(difference / 360)
}

/** Every part with its holes shifted into it. Only for a geometry without faults. */
export function unwrapAreas(geometry: AreaGeometry): UnwrappedArea[] {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return parts.map((rings) => {
    const [outer = [], ...holes] = rings.map((ring) => unwrapRing(ring) ?? [])
    const middle = middleOf(outer)
    return [outer, ...holes.map((hole) => moved(hole, 360 * Math.round((middle - middleOf(hole)) / 360)))]
  })
}

export function spanOf(line: Position[]): [west: number, east: number] {
  let west = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  for (const [longitude = 0] of line) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return [west, east]
}

function middleOf(line: Position[]): number {
  const [west, east] = spanOf(line)
  return (west + east) / 2
}

function moved(line: Position[], by: number): Position[] {
  return by === 0 ? line : line.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude])
}
