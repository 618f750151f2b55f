// What a geofence covers, as the API tells it, and laid out so that a plane can judge and draw it: where a line steps over
// the antimeridian it goes on beyond 180 degrees.

export type Position = number[]
export type Ring = Position[]
/** One outer ring, then its holes. */
export type Area = Ring[]

/** As RFC 7946 writes it: the area itself, the middle of a circle, or the line along which a corridor runs. */
export type ShapeGeometry =
  | { type: 'Polygon'; coordinates: Area }
  | { type: 'MultiPolygon'; coordinates: Area[] }
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }

export interface Shape {
  geometry: ShapeGeometry
  /** Of a circle, or from a corridor's line to either side. */
  radiusM: number | null
}

/** The same longitude, at most half a turn away from another. */
export function nearTo(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360)
}

/** Of the two ways between two longitudes the shorter is meant, except for a whole turn, which is one. */
export function unwrapLine(line: Position[]): Position[] {
  let along = 0
  return line.map(([longitude = 0, latitude = 0], index) => {
    const before = line[index - 1]
    if (!before) along = longitude
    else {
      const step = longitude - (before[0] as number)
      along += Math.abs(step) <= 180 || step % 360 === 0 ? step : nearTo(step, 0)
    }
    return [along, latitude]
  })
}

/** A ring that goes around a pole along latitude 90 takes its turn back there, where all longitudes meet. */
function unwrapRing(ring: Ring): Ring {
  const line = unwrapLine(ring)
  const turn = (line.at(-1)?.[0] ?? 0) - (line[0]?.[0] ?? 0)
  if (Math.abs(turn) < 180) return line
  const atPole = line.findLastIndex(
    ([, latitude = 0], index) => index > 0 && Math.abs(latitude) === 90 && line[index - 1]?.[1] === latitude,
  )
  if (atPole < 0) return line
  return line.map(([longitude = 0, latitude = 0], index) =>
    index < atPole ? [longitude, latitude] : [longitude - turn, latitude],
  )
}

/** Every part beside the first one, with its holes laid into it: a shape that was cut at 180 degrees is whole again. */
export function unwrapAreas(parts: Area[]): Area[] {
  let first: number | undefined
  return parts.map((rings) => {
    const [outer = [], ...holes] = rings.map(unwrapRing)
    first ??= middleOf(outer)
    const part = broughtTo(outer, first)
    const middle = middleOf(part)
    return [part, ...holes.map((hole) => broughtTo(hole, middle))]
  })
}

export function areasOf(geometry: ShapeGeometry): Area[] {
  if (geometry.type === 'Polygon') return unwrapAreas([geometry.coordinates])
  return geometry.type === 'MultiPolygon' ? unwrapAreas(geometry.coordinates) : []
}

function middleOf(line: Position[]): number {
  const longitudes = line.map(([longitude = 0]) => longitude)
  return (least(longitudes) + -least(longitudes.map((one) => -one))) / 2
}

function least(values: number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
}

function broughtTo(line: Position[], middle: number): Position[] {
  const by = 360 * Math.round((middle - middleOf(line)) / 360)
  return by ? line.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude]) : line
}
