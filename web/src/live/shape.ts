// The shape of a geofence as the API has it, and unrolled for planar geometry: where a line crosses the antimeridian
// it continues beyond 180 degrees.

export type Position = number[]
export type Ring = Position[]
/** One outer ring, then its holes. */
export type Area = Ring[]

/** As in RFC 7946: the area itself, the centre of a circle, or the centre line of a corridor. */
export type ShapeGeometry =
  | { type: 'Polygon'; coordinates: Area }
  | { type: 'MultiPolygon'; coordinates: Area[] }
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }

export interface Shape {
  geometry: ShapeGeometry
  /** The radius of a circle, or half the width of a corridor. */
  radiusM: number | null
}

/** The same longitude, at most half a turn away from another. */
export function nearTo(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360)
}

/** Between two longitudes the shorter way is meant, except for a whole turn. */
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

/** A ring around a pole along latitude 90 returns there, where all longitudes meet. */
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

/** Every part next to the first one, with its holes inside: a shape that was cut at 180 degrees is whole again. */
export function unwrapAreas(parts: Area[]): Area[] {
  let first: number | undefined
  return parts.map((rings) => {
    const [outer = [], ...holes] = rings.map(unwrapRing)
    first ??= middleOf(outer)
    const part = wrappedNear(outer, first)
    const middle = middleOf(part)
    return [part, ...holes.map((hole) => wrappedNear(hole, middle))]
  })
}

export function areasOf(geometry: ShapeGeometry): Area[] {
  if (geometry.type === 'Polygon') return unwrapAreas([geometry.coordinates])
  return geometry.type === 'MultiPolygon' ? unwrapAreas(geometry.coordinates) : []
}

function middleOf(line: Position[]): number {
  const longitudes = line.map(([longitude = 0]) => longitude)
  return (minimum(longitudes) + -minimum(longitudes.map((one) => -one))) / 2
}

function minimum(values: number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
}

function wrappedNear(line: Position[], middle: number): Position[] {
  const by = 360 * Math.round((middle - middleOf(line)) / 360)
  return by ? line.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude]) : line
}
