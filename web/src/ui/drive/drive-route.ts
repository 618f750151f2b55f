// The route of a simulated drive: once around some blocks, at the speed of city traffic.

export interface Center {
  latitude: number
  longitude: number
}

export interface DrivePosition extends Center {
  /** Metres per second. */
  speed: number
  /** Degrees clockwise from north. */
  course: number
}

export const driveMs = 120_000

/** Metres to the east and to the north of the centre. */
const corners: readonly (readonly [east: number, north: number])[] = [
  [0, 0],
  [280, 40],
  [345, 250],
  [170, 425],
  [-120, 370],
  [-250, 145],
  [-130, -55],
  [0, 0],
]
const metresPerDegree = 111_195

const legs = corners.slice(1).map(([east, north], index) => {
  const [fromEast, fromNorth] = corners[index]!
  const [byEast, byNorth] = [east - fromEast, north - fromNorth]
  return { fromEast, fromNorth, byEast, byNorth, lengthM: Math.hypot(byEast, byNorth) }
})
const lengthM = legs.reduce((sum, leg) => sum + leg.lengthM, 0)

/** After the end the vehicle stands where it started. */
export function drivePosition(center: Center, elapsedMs: number): DrivePosition {
  const share = Math.min(1, Math.max(0, elapsedMs / driveMs))
  let restM = share * lengthM
  let leg = legs[0]!
  for (const next of legs) {
    leg = next
    if (restM <= next.lengthM) break
    if (next !== legs.at(-1)) restM -= next.lengthM
  }
  const part = Math.min(1, restM / leg.lengthM)
  const east = leg.fromEast + leg.byEast * part
  const north = leg.fromNorth + leg.byNorth * part
  // Near the poles a degree of longitude has no length.
  const eastScale = Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180))
  const longitude = center.longitude + east / (metresPerDegree * eastScale)
  return {
    latitude: center.latitude + north / metresPerDegree,
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
    speed: share < 1 ? Math.round((lengthM / (driveMs / 1_000)) * 10) / 10 : 0,
    course: Math.round((Math.atan2(leg.byEast, leg.byNorth) * 180) / Math.PI + 360) % 360,
  }
}
