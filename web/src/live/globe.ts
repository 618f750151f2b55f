// Distances on the earth (WGS 84), measured as the server does. A point is a unit vector, so poles and the
// antimeridian need no special case.

const equatorM = 6_378_137
/** First eccentricity of the ellipsoid, squared. */
const e2 = 0.006_694_379_990_14
export const meanRadiusM = 6_371_008.8
export const radians = Math.PI / 180

export type Direction = [x: number, y: number, z: number]

export function directionOf(longitude: number, latitude: number): Direction {
  const flat = Math.cos(latitude * radians)
  return [
    flat * Math.cos(longitude * radians),
    flat * Math.sin(longitude * radians),
    Math.sin(latitude * radians),
  ]
}

/** Converts the chord through the ellipsoid to its arc. */
export function metresBetween([ax, ay, az]: Direction, [bx, by, bz]: Direction): number {
  const aM = equatorM / Math.sqrt(1 - e2 * az * az)
  const bM = equatorM / Math.sqrt(1 - e2 * bz * bz)
  const half =
    Math.hypot(aM * ax - bM * bx, aM * ay - bM * by, (1 - e2) * (aM * az - bM * bz)) / (2 * meanRadiusM)
  return 2 * meanRadiusM * Math.asin(Math.min(1, half))
}

/** To the nearest point of the shortest line between two ends. */
export function metresToLeg(point: Direction, from: Direction, to: Direction): number {
  const axis = cross(from, to)
  const length = Math.hypot(...axis)
  if (length > 0) {
    const along = dot(point, axis) / length ** 2
    const foot: Direction = [
      point[0] - along * axis[0],
      point[1] - along * axis[1],
      point[2] - along * axis[2],
    ]
    const reach = Math.hypot(...foot)
    const isBeside = dot(foot, cross(axis, from)) >= 0 && dot(foot, cross(to, axis)) >= 0
    if (isBeside && reach > 0)
      return metresBetween(point, [foot[0] / reach, foot[1] / reach, foot[2] / reach])
  }
  return Math.min(metresBetween(point, from), metresBetween(point, to))
}

function cross(a: Direction, b: Direction): Direction {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Direction, b: Direction): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
