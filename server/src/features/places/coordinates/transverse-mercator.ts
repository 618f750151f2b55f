// From a UTM grid to degrees: Krüger's series to the sixth order, as in Karney, "Transverse Mercator with an accuracy of
// a few nanometers" (2011), equations 7 to 11 and 36.

import type { Coordinates } from './coordinates.types.ts'

const equatorM = 6_378_137
const flattening = 1 / 298.257_223_563
const scale = 0.9996
const falseEastingM = 500_000
const falseNorthingM = 10_000_000

const eccentricity = Math.sqrt(flattening * (2 - flattening))
const n = flattening / (2 - flattening)
const rectifyingRadiusM = (equatorM / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256)
const betas = [
  n / 2 -
    (2 / 3) * n ** 2 +
    (37 / 96) * n ** 3 -
    (1 / 360) * n ** 4 -
    (81 / 512) * n ** 5 +
    (96_199 / 604_800) * n ** 6,
  n ** 2 / 48 + n ** 3 / 15 - (437 / 1_440) * n ** 4 + (46 / 105) * n ** 5 - (1_118_711 / 3_870_720) * n ** 6,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4 - (209 / 4_480) * n ** 5 + (5_569 / 90_720) * n ** 6,
  (4_397 / 161_280) * n ** 4 - (11 / 504) * n ** 5 - (830_251 / 7_257_600) * n ** 6,
  (4_583 / 161_280) * n ** 5 - (108_847 / 3_991_680) * n ** 6,
  (20_648_693 / 638_668_800) * n ** 6,
]

export interface GridPoint {
  zone: number
  isNorth: boolean
  eastingM: number
  northingM: number
}

export function toDegrees({ zone, isNorth, eastingM, northingM }: GridPoint): Coordinates {
  const xi = (northingM - (isNorth ? 0 : falseNorthingM)) / (scale * rectifyingRadiusM)
  const eta = (eastingM - falseEastingM) / (scale * rectifyingRadiusM)
  let xiSphere = xi
  let etaSphere = eta
  for (const [index, beta] of betas.entries()) {
    const order = 2 * (index + 1)
    xiSphere -= beta * Math.sin(order * xi) * Math.cosh(order * eta)
    etaSphere -= beta * Math.cos(order * xi) * Math.sinh(order * eta)
  }
  const tanConformal = Math.sin(xiSphere) / Math.hypot(Math.sinh(etaSphere), Math.cos(xiSphere))
  const radians = Math.PI / 180
  const longitude = 6 * zone - 183 + Math.atan2(Math.sinh(etaSphere), Math.cos(xiSphere)) / radians
  return {
    latitude: Math.atan(tanOfLatitude(tanConformal)) / radians,
    longitude: longitude - 360 * Math.round(longitude / 360),
  }
}

/** From the conformal latitude, by Newton's method; it converges in three steps. */
function tanOfLatitude(tanConformal: number): number {
  let tan = tanConformal
  for (let step = 0; step < 5; step += 1) {
    const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tan) / Math.hypot(1, tan)))
    const reached = tan * Math.hypot(1, sigma) - sigma * Math.hypot(1, tan)
    const slope = (1 - eccentricity ** 2) * Math.hypot(1, tan)
    tan +=
      ((tanConformal - reached) / Math.hypot(1, reached)) * ((1 + (1 - eccentricity ** 2) * tan ** 2) / slope)
  }
  return tan
}
