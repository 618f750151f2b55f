// The squares of `newest_locations.square`: 0.0131072 degrees wide and high, 1.5 km at the equator. Four squares are one
// square of the next level. The numbers of the smallest squares in it are consecutive, because the bits of row and column
// alternate. Their distances are lower bounds, so that no device is missed.

import { metresBetween, newCoordinates, radians, withVector } from '../../geofences/geodesy.api.ts'

export interface Square {
  /** 0 is the smallest. */
  level: number
  /** Counted in squares of its level, from the south and from the west. */
  row: number
  column: number
}

export interface Point {
  latitude: number
  longitude: number
}

const squareDegrees = 2 ** 17 / 1e7
const southernRow = 6_867
const westernColumn = 13_734
const degreeM = 111_132
/** The nearest point is that of a sphere. On the ellipsoid, another one is closer by less than a ten-thousandth. */
const margin = 0.9999

export const wholeEarth: Square = { level: 15, row: 0, column: 0 }

export function squareOf({ latitude, longitude }: Point): number {
  const indexOf = (degrees: number) => Math.round(degrees * 1e7) >> 17
  return numberOf(indexOf(latitude) + southernRow, indexOf(longitude) + westernColumn)
}

/** The numbers of the smallest squares inside, both included. */
export function numbersOf({ level, row, column }: Square): { first: number; last: number } {
  const first = numberOf(row << level, column << level)
  return { first, last: first + 4 ** level - 1 }
}

function numberOf(row: number, column: number): number {
  return (spread(row) << 1) | spread(column)
}

/** Moves bit n to bit 2n. */
function spread(bits: number): number {
  let spaced = bits
  spaced = (spaced | (spaced << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}

export function quartersOf({ level, row, column }: Square): Square[] {
  return [0, 1, 2, 3].map((quarter) => ({
    level: level - 1,
    row: 2 * row + (quarter >> 1),
    column: 2 * column + (quarter & 1),
  }))
}

/** From south to north. */
export function heightMOf({ level }: Square): number {
  return 2 ** level * squareDegrees * degreeM
}

/** No point of the square is closer. Infinity: it is not on the globe. */
export function metresTo(square: Square, point: Point): number {
  const { south, north, west, east } = edgesOf(square)
  if (south > 90 || west > 180) return Number.POSITIVE_INFINITY
  const parallels = { south: Math.max(-90, south), north: Math.min(90, north) }
  const degreesEast = (((point.longitude - west) % 360) + 360) % 360
  if (degreesEast <= east - west) {
    const latitude = Math.max(parallels.south, Math.min(parallels.north, point.latitude))
    return metresBetweenPoints(point, { latitude, longitude: point.longitude }) * margin
  }
  const metres = [west, east].flatMap((longitude) =>
    nearestLatitudes(point, longitude, parallels).map((latitude) =>
      metresBetweenPoints(point, { latitude, longitude }),
    ),
  )
  return Math.min(...metres) * margin
}

function edgesOf({ level, row, column }: Square) {
  const south = ((row << level) - southernRow) * squareDegrees
  const west = ((column << level) - westernColumn) * squareDegrees
  const size = 2 ** level * squareDegrees
  return { south, north: south + size, west, east: west + size }
}

/** Of a part of a meridian: its ends, and the foot of the perpendicular. One of them is the nearest. */
function nearestLatitudes(
  { latitude, longitude }: Point,
  meridian: number,
  { south, north }: { south: number; north: number },
): number[] {
  const phi = latitude * radians
  const lambda = (longitude - meridian) * radians
  const foot = Math.atan2(Math.sin(phi), Math.cos(phi) * Math.cos(lambda)) / radians
  return foot > south && foot < north ? [south, north, foot] : [south, north]
}

export function metresBetweenPoints(one: Point, other: Point): number {
  const a = withVector(newCoordinates(one.latitude, one.longitude))
  const b = withVector(newCoordinates(other.latitude, other.longitude))
  return metresBetween(a.x, a.y, a.z, b.x, b.y, b.z)
}
