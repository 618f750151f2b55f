// The devices that the list shows, in order.

import type { Columns } from './columns.ts'
import type { Bounds, Counts, ListQuery } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { fold } from './fold.ts'

export type Wanted = Pick<ListQuery, 'search' | 'status' | 'group' | 'order'>

/** Indexes into the columns, in order. */
export function listed(columns: Columns, wanted: Wanted): Uint32Array {
  const words = fold(wanted.search).split(/\s+/).filter(Boolean)
  const status = wanted.status === undefined ? -1 : statuses.indexOf(wanted.status)
  const found = new Uint32Array(columns.size)
  let count = 0
  for (let index = 0; index < columns.size; index += 1) {
    if (status >= 0 && columns.status[index] !== status) continue
    if (wanted.group !== undefined && !columns.groups[index]?.includes(wanted.group)) continue
    if (!words.every((word) => columns.searched[index]?.includes(word))) continue
    found[count] = index
    count += 1
  }
  return sorted(columns, found.subarray(0, count), wanted.order)
}

function sorted(columns: Columns, indexes: Uint32Array, order: ListQuery['order']): Uint32Array {
  const ranks = ranksByName(columns)
  const byName = (a: number, b: number) => (ranks[a] as number) - (ranks[b] as number)
  if (order === 'name') return indexes.sort(byName)
  if (order === 'status') {
    return indexes.sort(
      (a, b) => (columns.status[a] as number) - (columns.status[b] as number) || byName(a, b),
    )
  }
  const age = (index: number) => columns.number('lastSeenMs', index) || 0
  return indexes.sort((a, b) => age(b) - age(a) || byName(a, b))
}

/** Sorts indexes by device name. */
export function inNameOrder(columns: Columns, indexes: number[]): number[] {
  return Array.from(sorted(columns, Uint32Array.from(indexes), 'name'))
}

let ranked: { names: string; ranks: Uint32Array } | undefined

/** Comparing names is the expensive part of sorting: ranks are kept until a device is added, removed or renamed. */
function ranksByName(columns: Columns): Uint32Array {
  const names = `${columns.size} ${columns.naming}`
  if (ranked?.names === names) return ranked.ranks
  const order = Uint32Array.from({ length: columns.size }, (_, index) => index)
  const { orderKeys } = columns
  order.sort((a, b) => {
    const [one, other] = [orderKeys[a] as string, orderKeys[b] as string]
    return one < other ? -1 : one > other ? 1 : 0
  })
  const ranks = new Uint32Array(columns.size)
  order.forEach((index, rank) => {
    ranks[index] = rank
  })
  ranked = { names, ranks }
  return ranks
}

export function counted(columns: Columns): Counts {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Counts
  for (let index = 0; index < columns.size; index += 1) counts[columns.statusOf(index)] += 1
  counts.all = columns.size
  return counts
}

/** The bounds of all devices with coordinates. */
export function boundsOf(columns: Columns): Bounds | undefined {
  let bounds: Bounds | undefined
  for (let index = 0; index < columns.size; index += 1) {
    const longitude = columns.number('longitude', index)
    const latitude = columns.number('latitude', index)
    if (Number.isNaN(longitude)) continue
    bounds ??= { west: longitude, east: longitude, south: latitude, north: latitude }
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}
