// Where the devices are: the bounds of all of them, and of the part where most of them are. A few far devices would
// otherwise make the first view the whole globe.

import type { Columns } from './columns.ts'
import type { Bounds, Extent } from './fleet.types.ts'

const cellDeg = 2
const columnsOfWorld = 360 / cellDeg
const rowsOfWorld = 180 / cellDeg
/** A region with at least this share of the devices belongs to the dense part. */
const minShare = 0.2

interface Points {
  longitudes: number[]
  latitudes: number[]
}

export function extentOf(columns: Columns, indexes: Uint32Array | undefined): Extent {
  const points: Points = { longitudes: [], latitudes: [] }
  const count = indexes ? indexes.length : columns.size
  for (let at = 0; at < count; at += 1) {
    const index = indexes ? (indexes[at] as number) : at
    const longitude = columns.number('longitude', index)
    if (Number.isNaN(longitude)) continue
    points.longitudes.push(longitude)
    points.latitudes.push(columns.number('latitude', index))
  }
  return { all: boundsOf(points), dense: boundsOf(densePart(points)) }
}

/** The smallest bounds; `east` exceeds 180 where they cross the antimeridian. */
function boundsOf({ longitudes, latitudes }: Points): Bounds | undefined {
  if (longitudes.length === 0) return undefined
  const sorted = Float64Array.from(longitudes).sort()
  const last = sorted.length - 1
  let [west, east] = [sorted[0] as number, sorted[last] as number]
  let widestGap = west + 360 - east
  for (let i = 1; i <= last; i += 1) {
    const gap = (sorted[i] as number) - (sorted[i - 1] as number)
    if (gap <= widestGap) continue
    widestGap = gap
    west = sorted[i] as number
    east = (sorted[i - 1] as number) + 360
  }
  const south = latitudes.reduce((one, other) => Math.min(one, other))
  const north = latitudes.reduce((one, other) => Math.max(one, other))
  return { west, south, east, north }
}

/** The points of all large regions; a region is a set of adjacent cells with devices. */
function densePart({ longitudes, latitudes }: Points): Points {
  const counts = new Map<number, number>()
  const cells = longitudes.map((longitude, i) => cellOf(longitude, latitudes[i] as number))
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  const regionOf = new Map<number, number>()
  const sizes: number[] = []
  for (const cell of counts.keys()) {
    if (regionOf.has(cell)) continue
    sizes.push(spread(cell, sizes.length, counts, regionOf))
  }
  const isDense = cells.map(
    (cell) => (sizes[regionOf.get(cell) as number] as number) >= minShare * cells.length,
  )
  if (!isDense.includes(true)) return { longitudes, latitudes }
  return {
    longitudes: longitudes.filter((_, i) => isDense[i]),
    latitudes: latitudes.filter((_, i) => isDense[i]),
  }
}

/** Marks the region of a cell; returns its number of devices. */
function spread(
  from: number,
  region: number,
  counts: Map<number, number>,
  regionOf: Map<number, number>,
): number {
  const open = [from]
  let size = 0
  regionOf.set(from, region)
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    size += counts.get(cell) as number
    for (const near of adjacentTo(cell)) {
      if (!counts.has(near) || regionOf.has(near)) continue
      regionOf.set(near, region)
      open.push(near)
    }
  }
  return size
}

function cellOf(longitude: number, latitude: number): number {
  const column = Math.floor((longitude + 180) / cellDeg) % columnsOfWorld
  const row = Math.min(rowsOfWorld - 1, Math.floor((latitude + 90) / cellDeg))
  return row * columnsOfWorld + column
}

/** The world is round: the last column is beside the first. */
function adjacentTo(cell: number): number[] {
  const [row, column] = [Math.floor(cell / columnsOfWorld), cell % columnsOfWorld]
  return [-1, 0, 1].flatMap((up) =>
    [-1, 0, 1].map(
      (right) => (row + up) * columnsOfWorld + ((column + right + columnsOfWorld) % columnsOfWorld),
    ),
  )
}
