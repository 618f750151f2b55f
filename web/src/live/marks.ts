// The markers in view, with nearby devices clustered. One pass over the columns without an index takes a few
// milliseconds for 50,000 devices and is never out of date.

import type { Columns } from './columns.ts'
import type { Bounds, Mark, RingPart, View } from './fleet.types.ts'
import { ringParts, statuses } from './fleet.types.ts'

/** The part of the ring for each status. */
const partOf = statuses.map((status) => {
  const part = ringParts.indexOf(status as RingPart)
  return part < 0 ? ringParts.indexOf('offline') : part
})
/** From this zoom on nothing is clustered, unless there are too many: each marker costs time in every frame. */
const aloneFromZoom = 12
const maxAlone = 400
/** Here even those at one place are shown one by one, however many they are. */
const alwaysAloneFromZoom = 16
const cellPx = 64
/** Markers closer than this would overlap. */
const nearPx = 44
/** Markers beyond the edge, as a share of the view, are ready when the map is dragged. */
export const viewMargin = 0.4

interface Gathered {
  /** Of the only device. */
  index: number
  count: number
  /** The number of devices in each part of the ring. */
  parts: [number, number, number, number]
  /** Sums while clustering, in pixels of the world at this zoom. */
  x: number
  y: number
  west: number
  south: number
  east: number
  north: number
}

export function marksInView(columns: Columns, view: View, isShown: (index: number) => boolean): Mark[] {
  const zoom = Math.floor(view.zoom)
  const worldPx = 512 * 2 ** zoom
  const area = widened(view)
  const found = inArea(columns, area, isShown)
  const isAlone = zoom >= alwaysAloneFromZoom || (zoom >= aloneFromZoom && found.length <= maxAlone)
  const cells = gather(columns, found, area.west, worldPx, isAlone)
  const marks = isAlone ? [...cells.values()] : merged(cells)
  return marks.map((one) => toMark(columns, one, worldPx))
}

/** The area for which markers are made. */
export function widened({ west, south, east, north }: Bounds, margin = viewMargin): Bounds {
  const [width, height] = [(east - west) * margin, (north - south) * margin]
  return { west: west - width, south: south - height, east: east + width, north: north + height }
}

function inArea(
  columns: Columns,
  { west, south, east, north }: Bounds,
  isShown: (index: number) => boolean,
): number[] {
  const found: number[] = []
  for (let index = 0; index < columns.size; index += 1) {
    const latitude = columns.number('latitude', index)
    // NaN without coordinates: no comparison holds.
    if (!(latitude >= south && latitude <= north) || !isShown(index)) continue
    if (eastOf(west, columns.number('longitude', index)) <= east) found.push(index)
  }
  return found
}

function gather(
  columns: Columns,
  found: number[],
  west: number,
  worldPx: number,
  isAlone: boolean,
): Map<number, Gathered> {
  const cells = new Map<number, Gathered>()
  for (const index of found) {
    const latitude = columns.number('latitude', index)
    const longitude = eastOf(west, columns.number('longitude', index))
    const x = ((longitude + 180) / 360) * worldPx
    const y = mercator(latitude) * worldPx
    const key = isAlone ? index : cellOf(Math.floor(x / cellPx), Math.floor(y / cellPx))
    let cell = cells.get(key)
    if (!cell) {
      const edges = { west: longitude, east: longitude, south: latitude, north: latitude }
      cell = { index, count: 0, parts: [0, 0, 0, 0], x: 0, y: 0, ...edges }
      cells.set(key, cell)
    }
    const part = partOf[columns.status[index] as number] as 0 | 1 | 2 | 3
    cell.count += 1
    cell.parts[part] += 1
    cell.x += x
    cell.y += y
    cell.west = Math.min(cell.west, longitude)
    cell.east = Math.max(cell.east, longitude)
    cell.south = Math.min(cell.south, latitude)
    cell.north = Math.max(cell.north, latitude)
  }
  return cells
}

/** A view may cross the 180th meridian, or span the world. */
function eastOf(west: number, longitude: number): number {
  return longitude + 360 * Math.ceil((west - longitude) / 360)
}

function cellOf(column: number, row: number): number {
  return column * 1_000_000 + row
}

/** Cells split groups of nearby devices: the larger cluster absorbs the smaller ones that it would cover. */
function merged(cells: Map<number, Gathered>): Gathered[] {
  const byCount = [...cells.entries()].sort(([, one], [, other]) => other.count - one.count)
  const taken = new Set<number>()
  const found: Gathered[] = []
  for (const [key, one] of byCount) {
    if (taken.has(key)) continue
    found.push(one)
    const [column, row] = [Math.floor(key / 1_000_000), key % 1_000_000]
    for (const right of [-1, 0, 1]) {
      for (const down of [-1, 0, 1]) {
        const nearKey = cellOf(column + right, row + down)
        const near = cells.get(nearKey)
        if (!near || near === one || taken.has(nearKey) || near.count > one.count) continue
        if (
          Math.hypot(near.x / near.count - one.x / one.count, near.y / near.count - one.y / one.count) >
          nearPx
        )
          continue
        taken.add(nearKey)
        take(one, near)
      }
    }
  }
  return found.filter((one) => one.count > 0)
}

function take(one: Gathered, near: Gathered): void {
  one.count += near.count
  for (const part of [0, 1, 2, 3] as const) one.parts[part] += near.parts[part]
  one.x += near.x
  one.y += near.y
  one.west = Math.min(one.west, near.west)
  one.east = Math.max(one.east, near.east)
  one.south = Math.min(one.south, near.south)
  one.north = Math.max(one.north, near.north)
  near.count = 0
}

function toMark(columns: Columns, one: Gathered, worldPx: number): Mark {
  const { index, count, parts, west, south, east, north } = one
  if (count === 1) {
    const { id, name, status, courseDeg, speedKmh, lastSeenMs, latitude, longitude } = columns.row(index)
    return {
      longitude: longitude as number,
      latitude: latitude as number,
      id,
      name,
      status,
      ...(courseDeg !== undefined && { courseDeg }),
      ...(speedKmh !== undefined && { speedKmh }),
      ...(lastSeenMs !== undefined && { lastSeenMs }),
    }
  }
  const longitude = (one.x / count / worldPx) * 360 - 180
  const latitude = latitudeAt(one.y / count / worldPx)
  const [moving, idling, stopped, offline] = parts
  return {
    longitude,
    latitude,
    count,
    parts: { moving, idling, stopped, offline },
    bounds: { west, south, east, north },
  }
}

/** 0 at the top edge of the map, 1 at its bottom. */
function mercator(latitude: number): number {
  const clipped = Math.max(-85.05, Math.min(85.05, latitude))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clipped * Math.PI) / 360)) / (2 * Math.PI)
}

function latitudeAt(y: number): number {
  return (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90
}
