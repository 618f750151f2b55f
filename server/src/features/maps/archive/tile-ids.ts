// Numbers of tiles in a PMTiles archive: the tiles of lower zooms, then the place on the Hilbert curve of the zoom.

import { InvalidError } from '../../../platform/http/errors.ts'
import type { Box } from '../map.types.ts'

/** Ascending and disjoint pairs: the first number, and the one after the last. */
export type IdRanges = Float64Array

/** The latitude at which the map of the world is a square. */
const maxLatitude = 85.051_128_78
const maxRanges = 2_000_000

export function firstIdOf(zoom: number): number {
  return (4 ** zoom - 1) / 3
}

/** The place of a tile on the curve of its zoom; that of its parent is a quarter of it. */
function curveIndex(zoom: number, x: number, y: number): number {
  let index = 0
  let [column, row] = [x, y]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const right = column >= side ? 1 : 0
    const down = row >= side ? 1 : 0
    index += side * side * ((3 * right) ^ down)
    column -= right * side
    row -= down * side
    if (down) continue
    if (right) {
      column = side - 1 - column
      row = side - 1 - row
    }
    ;[column, row] = [row, column]
  }
  return index
}

/** The inverse of `curveIndex`. */
export function tileAt(zoom: number, index: number): [x: number, y: number] {
  let [x, y] = [0, 0]
  let rest = index
  for (let side = 1; side < 2 ** zoom; side *= 2) {
    const quarter = rest % 4
    rest = Math.floor(rest / 4)
    const right = quarter >= 2 ? 1 : 0
    const down = quarter === 1 || quarter === 2 ? 1 : 0
    if (!down) {
      if (right) {
        x = side - 1 - x
        y = side - 1 - y
      }
      ;[x, y] = [y, x]
    }
    x += right * side
    y += down * side
  }
  return [x, y]
}

export function tileId(zoom: number, x: number, y: number): number {
  return firstIdOf(zoom) + curveIndex(zoom, x, y)
}

interface TileBox {
  left: number
  top: number
  right: number
  bottom: number
}

function tilesOf(box: Box, zoom: number): TileBox {
  const side = 2 ** zoom
  const within = (value: number) => Math.min(side - 1, Math.max(0, Math.floor(value)))
  const row = (latitude: number) => {
    const radians = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180
    return within(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side)
  }
  const column = (longitude: number) => within(((longitude + 180) / 360) * side)
  return { left: column(box.west), top: row(box.north), right: column(box.east), bottom: row(box.south) }
}

/** Squares of the quadtree that lie inside the box are whole ranges of the curve. */
function collect(tiles: TileBox, zoom: number, found: [number, number][]): void {
  const visit = (level: number, x: number, y: number): void => {
    const scale = 2 ** (zoom - level)
    const [left, top, right, bottom] = [x * scale, y * scale, (x + 1) * scale - 1, (y + 1) * scale - 1]
    if (left > tiles.right || right < tiles.left || top > tiles.bottom || bottom < tiles.top) return
    if (left >= tiles.left && right <= tiles.right && top >= tiles.top && bottom <= tiles.bottom) {
      const from = firstIdOf(zoom) + curveIndex(level, x, y) * scale * scale
      found.push([from, from + scale * scale])
      if (found.length > maxRanges) {
        const message = `The area is too large at zoom ${zoom}. Choose a smaller one or a lower --max-zoom.`
        throw new InvalidError('maps.too_large', message)
      }
      return
    }
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      visit(level + 1, 2 * x + dx, 2 * y + dy)
    }
  }
  visit(0, 0, 0)
}

/** The tiles of the boxes at all these zooms. */
export function idRangesOf(boxes: Box[], minZoom: number, maxZoom: number): IdRanges {
  const found: [number, number][] = []
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    for (const box of boxes) collect(tilesOf(box, zoom), zoom, found)
  }
  found.sort(([one], [other]) => one - other)
  const merged: number[] = []
  for (const [from, to] of found) {
    if (merged.length > 0 && from <= merged.at(-1)!) merged[merged.length - 1] = Math.max(to, merged.at(-1)!)
    else merged.push(from, to)
  }
  return Float64Array.from(merged)
}

/** The position of the first pair that ends after the number. */
function firstPairAfter(ranges: IdRanges, id: number): number {
  let low = 0
  let high = ranges.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[2 * middle + 1]! > id) high = middle
    else low = middle + 1
  }
  return low
}

/** The parts of [from, to) that are in the ranges. */
export function* partsWithin(ranges: IdRanges, from: number, to: number): Generator<[number, number]> {
  for (let at = firstPairAfter(ranges, from); at < ranges.length / 2; at += 1) {
    const start = Math.max(from, ranges[2 * at]!)
    const end = Math.min(to, ranges[2 * at + 1]!)
    if (start >= end) return
    yield [start, end]
  }
}

export function hasPartWithin(ranges: IdRanges, from: number, to: number): boolean {
  return !partsWithin(ranges, from, to).next().done
}
