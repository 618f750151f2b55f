// Distances on the earth (WGS 84). Coordinates are compared as unit vectors of the geodetic latitude, so that poles
// and the antimeridian need no special case and comparisons need no trigonometry.

const equatorM = 6_378_137
/** First eccentricity of the ellipsoid, squared. */
const e2 = 0.006_694_379_990_14
const meanRadiusM = 6_371_008.8
const minRadiusM = 6_335_439
export const radians = Math.PI / 180
/** No degree of latitude or longitude is longer than this. */
export const maxDegreeM = 6_399_594 * radians

/** Coordinates with a unit vector that is computed on first use; one object is reused for many points. */
export interface Coordinates {
  latitude: number
  longitude: number
  hasVector: boolean
  x: number
  y: number
  z: number
}

export function newCoordinates(latitude = 0, longitude = 0): Coordinates {
  return { latitude, longitude, hasVector: false, x: 0, y: 0, z: 0 }
}

export function setCoordinates(coordinates: Coordinates, latitude: number, longitude: number): Coordinates {
  coordinates.latitude = latitude
  coordinates.longitude = longitude
  coordinates.hasVector = false
  return coordinates
}

export function withVector(coordinates: Coordinates): Coordinates {
  if (coordinates.hasVector) return coordinates
  const latitude = coordinates.latitude * radians
  const longitude = coordinates.longitude * radians
  const flat = Math.cos(latitude)
  coordinates.x = flat * Math.cos(longitude)
  coordinates.y = flat * Math.sin(longitude)
  coordinates.z = Math.sin(latitude)
  coordinates.hasVector = true
  return coordinates
}

/**
 * The chord through the ellipsoid, converted to its arc. Accurate to 0.1 % up to 5,000 km; the curvature used for the
 * arc matters little, because an arc is hardly longer than its chord.
 */
export function metresBetween(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  const aM = equatorM / Math.sqrt(1 - e2 * az * az)
  const bM = equatorM / Math.sqrt(1 - e2 * bz * bz)
  const dx = aM * ax - bM * bx
  const dy = aM * ay - bM * by
  const dz = (1 - e2) * (aM * az - bM * bz)
  const half = Math.sqrt(dx * dx + dy * dy + dz * dz) / (2 * meanRadiusM)
  return 2 * meanRadiusM * Math.asin(Math.min(1, half))
}

/** Edges in degrees. `east` may be beyond 180, and `west` below -180. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** The box around everything within the radius of the box. */
export function grown(box: Box, radiusM: number): Box {
  const reach = (radiusM / minRadiusM) * 1.001
  const south = box.south - reach / radians
  const north = box.north + reach / radians
  const top = Math.max(Math.abs(box.south), Math.abs(box.north)) * radians
  const sine = Math.sin(Math.min(reach, Math.PI / 2)) / Math.cos(top)
  const containsPole = south <= -90 || north >= 90
  const side = containsPole || sine >= 1 ? 180 : Math.asin(sine) / radians
  const isAround = side >= 180 || box.east - box.west + 2 * side >= 360
  return {
    west: isAround ? -180 : box.west - side,
    east: isAround ? 180 : box.east + side,
    south: Math.max(south, -90),
    north: Math.min(north, 90),
  }
}

/** The same longitude, at most 180 degrees from another. */
export function nearTo(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360)
}

/** Between -180 and 180. */
export function wrapped(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : nearTo(longitude, 0)
}
