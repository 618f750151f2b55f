// Distances on the earth (WGS 84), as the server measures them. A place is a direction of length one: so poles and the
// antimeridian are places like all others.

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

/** The chord through the ellipsoid, bent back to its arc. */
export function metresBetween([ax, ay, az]: Direction, [bx, by, bz]: Direction): number {
  const aM = equatorM / Math.sqrt(1 - e2 * az * az)
  const bM = equatorM / Math.sqrt(1 - e2 * bz * bz)
  const half =
    Math.hypot(aM * ax - bM * bx, aM * ay - bM * by, (1 - e2) * (aM * az - bM * bz)) / (2 * meanRadiusM)
  return 2 * meanRadiusM * Math.asin(Math.min(1, half))
}

/** To the nearest place of the shortest line between two ends. */
export function metresToLeg(place: Direction, from: Direction, to: Direction): number {
  const axis = cross(from, to)
  const length = Math.hypot(...axis)
  if (length > 0) {
    const along = dot(place, axis) / length ** 2
    const foot: Direction = [
      place[0] - along * axis[0],
      place[1] - along * axis[1],
      place[2] - along * axis[2],
    ]
    const reach = Math.hypot(...foot)
    const isBeside = dot(foot, cross(axis, from)) >= 0 && dot(foot, cross(to, axis)) >= 0
    if (isBeside && reach > 0)
      return metresBetween(place, [foot[0] / reach, foot[1] / reach, foot[2] / reach])
  }
  return Math.min(metresBetween(place, from), metresBetween(place, to))
}

function cross(a: Direction, b: Direction): Direction {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Direction, b: Direction): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
