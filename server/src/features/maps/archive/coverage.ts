// Where an archive has tiles, as a few rectangles: elsewhere browsers show the built-in map with its labels.

import { firstIdOf, tileAt } from './tile-ids.ts'

export type Rectangle = [west: number, south: number, east: number, north: number]

/** Tiles of this zoom are half a degree wide at 45° north. */
const finestZoom = 9
const maxRectangles = 300

export interface Coverage {
  add(id: number, run: number): void
  rectangles(): Rectangle[]
}

export function createCoverage(minZoom: number, maxZoom: number): Coverage {
  // Tiles of one zoom are enough; those of a higher zoom count for the tile around them.
  const countedZoom = Math.min(maxZoom, Math.max(finestZoom, minZoom))
  const zoom = Math.min(countedZoom, finestZoom)
  const tilesInside = 4 ** (countedZoom - zoom)
  const [first, end] = [firstIdOf(countedZoom), firstIdOf(countedZoom + 1)]
  const isCovered = new Uint8Array(4 ** zoom)
  return {
    add(id, run) {
      if (id + run <= first || id >= end) return
      const from = Math.floor((Math.max(id, first) - first) / tilesInside)
      const to = Math.floor((Math.min(id + run, end) - 1 - first) / tilesInside)
      isCovered.fill(1, from, to + 1)
    },
    rectangles() {
      for (let level = zoom; level > 0; level -= 1) {
        const found = rectanglesOf(isCovered, zoom, level)
        if (found.length <= maxRectangles) return found
      }
      return rectanglesOf(isCovered, zoom, 0)
    },
  }
}

/** Rows of adjacent tiles; equal ones below each other are one rectangle. */
function rectanglesOf(isCovered: Uint8Array, zoom: number, level: number): Rectangle[] {
  const side = 2 ** level
  const inside = 4 ** (zoom - level)
  const grid = new Uint8Array(side * side)
  for (let index = 0; index < isCovered.length; index += 1) {
    if (!isCovered[index]) continue
    const [x, y] = tileAt(level, Math.floor(index / inside))
    grid[y * side + x] = 1
  }
  const done: { left: number; right: number; top: number; bottom: number }[] = []
  let open = new Map<string, (typeof done)[number]>()
  for (let y = 0; y < side; y += 1) {
    const row = new Map<string, (typeof done)[number]>()
    for (let x = 0; x < side; x += 1) {
      if (!grid[y * side + x]) continue
      const left = x
      while (x + 1 < side && grid[y * side + x + 1]) x += 1
      const above = open.get(`${left} ${x}`)
      const rectangle = above ?? { left, right: x, top: y, bottom: y }
      rectangle.bottom = y
      if (!above) done.push(rectangle)
      row.set(`${left} ${x}`, rectangle)
    }
    open = row
  }
  const longitude = (column: number) => round((column / side) * 360 - 180)
  const latitude = (row: number) =>
    round((Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI)
  return done.map(({ left, right, top, bottom }) => [
    longitude(left),
    latitude(bottom + 1),
    longitude(right + 1),
    latitude(top),
  ])
}

function round(angle: number): number {
  return Math.round(angle * 1e4) / 1e4
}
