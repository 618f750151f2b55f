// Draws a small picture of where something happened: the graticule with its degrees, a scale, the area and a marker.
// External map tiles would reveal to their provider where customers are.

import { encodePng } from './png.ts'
import { drawText } from './tiny-font.ts'

const width = 480
const height = 240
const metresPerDegree = 111_320
const minHalfHeightM = 2_500
const maxHalfHeightM = 4_000_000
const steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15]

/** The values of a pixel: indexes into the palette. */
const paper = 0
const line = 1
const ink = 2
const area = 3
const border = 4
const marker = 5
const halo = 6
const palette = (colour: string) => ['#eef4f8', '#c9d8e2', '#51677a', '#d6e4f5', '#6f9bd1', colour, '#ffffff']

export interface Spot {
  latitude: number
  longitude: number
  colour: string
  circle: { latitude: number; longitude: number; radiusM: number } | undefined
}

export function drawMap(spot: Spot): Buffer {
  const pixels = new Uint8Array(width * height).fill(paper)
  const view = viewOf(spot)
  const put = (x: number, y: number, colour: number) => {
    if (x >= 0 && x < width && y >= 0 && y < height) pixels[y * width + x] = colour
  }
  if (spot.circle) drawCircle(put, view, spot.circle)
  drawGraticule(put, view)
  drawScale(put, view)
  const { x, y } = toPixel(view, spot.latitude, spot.longitude)
  fillDisc(put, x, y, 9, halo)
  fillDisc(put, x, y, 7, marker)
  fillDisc(put, x, y, 2, halo)
  return encodePng(pixels, width, height, palette(spot.colour))
}

type Put = (x: number, y: number, colour: number) => void

interface View {
  latitude: number
  longitude: number
  metresPerPixel: number
  /** Ratio of a degree of longitude to one of latitude here. */
  shrink: number
}

/** Wide enough for the marker, and for the area if it is not too large. */
function viewOf({ latitude, longitude, circle }: Spot): View {
  const shrink = Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  const wanted = circle ? circle.radiusM + distanceM({ latitude, longitude, shrink }, circle) : minHalfHeightM
  const halfHeightM = Math.min(maxHalfHeightM, Math.max(minHalfHeightM, wanted * 1.15))
  return { latitude, longitude, shrink, metresPerPixel: (2 * halfHeightM) / height }
}

function distanceM(from: Omit<View, 'metresPerPixel'>, to: { latitude: number; longitude: number }): number {
  const northM = (to.latitude - from.latitude) * metresPerDegree
  const eastM = eastOf(from.longitude, to.longitude) * metresPerDegree * from.shrink
  return Math.hypot(northM, eastM)
}

/** Degrees to the east, the shorter way around the earth. */
function eastOf(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180
}

function toPixel(view: View, latitude: number, longitude: number): { x: number; y: number } {
  const eastM = eastOf(view.longitude, longitude) * metresPerDegree * view.shrink
  const northM = (latitude - view.latitude) * metresPerDegree
  return {
    x: Math.round(width / 2 + eastM / view.metresPerPixel),
    y: Math.round(height / 2 - northM / view.metresPerPixel),
  }
}

function drawCircle(put: Put, view: View, circle: NonNullable<Spot['circle']>): void {
  const { x, y } = toPixel(view, circle.latitude, circle.longitude)
  const radius = circle.radiusM / view.metresPerPixel
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const distance = Math.hypot(column - x, row - y)
      if (distance <= radius) put(column, row, distance > radius - 1.5 ? border : area)
    }
}

/** Lines at round degrees, with room for their labels. */
function drawGraticule(put: Put, view: View): void {
  const degreesPerPixel = view.metresPerPixel / metresPerDegree
  const north = stepFor(degreesPerPixel * 60)
  for (const index of around(view.latitude, (degreesPerPixel * height) / 2, north)) {
    const latitude = index * north
    if (Math.abs(latitude) > 90) continue
    const { y } = toPixel(view, latitude, view.longitude)
    for (let x = 0; x < width; x += 1) put(x, y, line)
    drawText((x, row) => put(x, row, ink), 4, y + 3, labelOf(latitude, north, 'N', 'S'))
  }
  const east = stepFor((degreesPerPixel * 90) / view.shrink)
  for (const index of around(view.longitude, (degreesPerPixel * width) / 2 / view.shrink, east)) {
    const longitude = eastOf(0, index * east)
    const { x } = toPixel(view, view.latitude, longitude)
    for (let y = 0; y < height; y += 1) put(x, y, line)
    drawText((column, row) => put(column, row, ink), x + 3, 4, labelOf(longitude, east, 'E', 'W'))
  }
}

function stepFor(degrees: number): number {
  return steps.find((step) => step >= degrees) ?? 30
}

function around(centre: number, reach: number, step: number): number[] {
  const first = Math.ceil((centre - reach) / step)
  const last = Math.floor((centre + reach) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

function labelOf(value: number, step: number, plus: string, minus: string): string {
  const decimals = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
  return `${Math.abs(value).toFixed(decimals)}${value < 0 ? minus : plus}`
}

/** The longest of 1, 2, 5 × 10ⁿ metres that fits a quarter of the width. */
function drawScale(put: Put, { metresPerPixel }: View): void {
  const maxLengthM = (width / 4) * metresPerPixel
  const power = 10 ** Math.floor(Math.log10(maxLengthM))
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= maxLengthM)!
  const length = Math.round(metres / metresPerPixel)
  const [left, base] = [width - 12 - length, height - 10]
  for (let x = left; x <= left + length; x += 1) put(x, base, ink)
  for (const x of [left, left + length]) for (let y = base - 4; y <= base; y += 1) put(x, y, ink)
  const text = metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`
  drawText((x, y) => put(x, y, ink), left + 4, base - 16, text)
}

function fillDisc(put: Put, x: number, y: number, radius: number, colour: number): void {
  for (let row = -radius; row <= radius; row += 1)
    for (let column = -radius; column <= radius; column += 1)
      if (Math.hypot(row, column) <= radius + 0.3) put(x + column, y + row, colour)
}
