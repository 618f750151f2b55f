const earthRadiusM = 6_371_008.8
const rad = Math.PI / 180

interface Coordinates {
  latitude: ArrayLike<number>
  longitude: ArrayLike<number>
}

/** The great-circle distance between two locations of a track. */
export function distanceM({ latitude, longitude }: Coordinates, from: number, to: number): number {
  const [fromLat, toLat] = [latitude[from]! * rad, latitude[to]! * rad]
  const sinLat = Math.sin((toLat - fromLat) / 2)
  const sinLng = Math.sin(((longitude[to]! - longitude[from]!) * rad) / 2)
  const a = sinLat * sinLat + Math.cos(fromLat) * Math.cos(toLat) * sinLng * sinLng
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** The bearing from the first to the second, clockwise from north. */
export function bearingDeg({ latitude, longitude }: Coordinates, from: number, to: number): number {
  const [fromLat, toLat] = [latitude[from]! * rad, latitude[to]! * rad]
  const byLng = (longitude[to]! - longitude[from]!) * rad
  const y = Math.sin(byLng) * Math.cos(toLat)
  const x = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(byLng)
  return (Math.atan2(y, x) / rad + 360) % 360
}
