// Distances on the earth (WGS 84). A place is a direction of length one, taken from its geodetic latitude: so poles and the
// antimeridian are places like all others, and no comparison of two places needs trigonometry.

const equatorM = 6_378_137
/** First eccentricity of the ellipsoid, squared. */
const e2 = 0.006_694_379_990_14
const meanRadiusM = 6_371_008.8
const smallestRadiusM = 6_335_439
export const radians = Math.PI / 180
/** No degree of latitude, and none of longitude, is longer than this. */
export const longestDegreeM = 6_399_594 * radians

/** A place as shapes look at it. Its direction is found when a shape first asks; one object serves many places. */
export interface Place {
  latitude: number
  longitude: number
  isDirected: boolean
  x: number
  y: number
  z: number
}

export function newPlace(latitude = 0, longitude = 0): Place {
  return { latitude, longitude, isDirected: false, x: 0, y: 0, z: 0 }
}

export function movePlace(place: Place, latitude: number, longitude: number): Place {
  place.latitude = latitude
  place.longitude = longitude
  place.isDirected = false
  return place
}

export function directed(place: Place): Place {
  if (place.isDirected) return place
  const latitude = place.latitude * radians
  const longitude = place.longitude * radians
  const flat = Math.cos(latitude)
  place.x = flat * Math.cos(longitude)
  place.y = flat * Math.sin(longitude)
  place.z = Math.sin(latitude)
  place.isDirected = true
  return place
}

/**
 * The chord through the ellipsoid, bent back to its arc. Right to 0.1 % up to 5,000 km; the curvature that is taken for
 * the arc matters little, because an arc is hardly longer than its chord.
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

/** The box around everything that is within the radius of something in the box. */
export function grown(box: Box, radiusM: number): Box {
  const reach = (radiusM / smallestRadiusM) * 1.001
  const south = box.south - reach / radians
  const north = box.north + reach / radians
  const top = Math.max(Math.abs(box.south), Math.abs(box.north)) * radians
  const sine = Math.sin(Math.min(reach, Math.PI / 2)) / Math.cos(top)
  const holdsPole = south <= -90 || north >= 90
  const side = holdsPole || sine >= 1 ? 180 : Math.asin(sine) / radians
  const isAround = side >= 180 || box.east - box.west + 2 * side >= 360
  return {
    west: isAround ? -180 : box.west - side,
    east: isAround ? 180 : box.east + side,
    south: Math.max(south, -90),
    north: Math.min(north, 90),
  }
}

/** The same longitude, at most half a turn away from another. */
export function nearTo(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360)
}

/** Between -180 and 180. */
export function wrapped(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : nearTo(longitude, 0)
}
