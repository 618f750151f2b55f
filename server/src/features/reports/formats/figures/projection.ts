// Points of the earth on a page: Mercator, cut to what is drawn.

import type { TrackPicture } from '../../document.types.ts'

export interface Projection {
  x(longitude: number): number
  y(latitude: number): number
  /** Of the page, as degrees. */
  bounds: { west: number; south: number; east: number; north: number }
  metresPerPoint: number
}

interface Page {
  width: number
  height: number
  margin: number
}

const earthRadiusM = 6_371_008.8
const radians = Math.PI / 180
const maxLatitude = 85
/** A vehicle that stood still has a picture too. */
const smallestSpanDeg = 0.004

const mercator = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + (clamp(latitude) * radians) / 2)) / radians
const inverse = (value: number) => (2 * Math.atan(Math.exp(value * radians)) - Math.PI / 2) / radians
const clamp = (latitude: number) => Math.min(maxLatitude, Math.max(-maxLatitude, latitude))

/** Undefined if there is no point. */
export function projectionOf({ lines, stops, marks = [] }: TrackPicture, page: Page): Projection | undefined {
  const places = [...stops, ...marks.flatMap((one) => one.places)]
  const latitudes = [...lines.flat().map(([latitude]) => latitude), ...places.map(({ latitude }) => latitude)]
  const longitudes = [
    ...lines.flat().map(([, longitude]) => longitude),
    ...places.map(({ longitude }) => longitude),
  ]
  if (latitudes.length === 0) return undefined
  // Across the date line degrees go on beyond 180.
  const isAcross = Math.max(...longitudes) - Math.min(...longitudes) > 180
  const unwrap = (longitude: number) => (isAcross && longitude < 0 ? longitude + 360 : longitude)
  const [west, east] = spanOf(longitudes.map(unwrap))
  const [south, north] = spanOf(latitudes.map(mercator))
  const { width, height, margin } = page
  const scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (north - south))
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2]
  const latitude = inverse(middleY)
  return {
    x: (longitude) => width / 2 + (unwrap(longitude) - middleX) * scale,
    y: (latitude) => height / 2 - (mercator(latitude) - middleY) * scale,
    bounds: {
      west: middleX - width / 2 / scale,
      east: middleX + width / 2 / scale,
      south: inverse(middleY - height / 2 / scale),
      north: inverse(middleY + height / 2 / scale),
    },
    metresPerPoint: (earthRadiusM * radians * Math.cos(latitude * radians)) / scale,
  }
}

function spanOf(values: number[]): [least: number, greatest: number] {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const missing = Math.max(0, smallestSpanDeg - (greatest - least)) / 2
  return [least - missing, greatest + missing]
}
