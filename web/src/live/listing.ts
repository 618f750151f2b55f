// The devices that match a filter, and their order in the list.

import type { Columns } from './columns.ts'
import type { Counts, Filter, ListQuery } from './fleet.types.ts'
import { statuses } from './fleet.types.ts'
import { fold } from './fold.ts'

export type Wanted = Pick<ListQuery, 'search' | 'status' | 'group' | 'order'>

export interface Filtered {
  /** Indexes into the columns. */
  indexes: Uint32Array
  /** By status, of the devices that match the other filters: what a chip would show. */
  counts: Counts
}

/** An id only by its beginning: a short number is in many of them by chance. */
function isFoundBy(columns: Columns, index: number, word: string): boolean {
  if (columns.searched[index]?.includes(word)) return true
  return word.startsWith('dev_') && columns.ids[index]?.toLowerCase().startsWith(word) === true
}

/** One filter for list, map and chips. */
export function filtered(columns: Columns, { search, status, group }: Filter): Filtered {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const wanted = status === undefined ? -1 : statuses.indexOf(status)
  const found = new Uint32Array(columns.size)
  const byStatus = new Uint32Array(statuses.length)
  let count = 0
  for (let index = 0; index < columns.size; index += 1) {
    if (group !== undefined && !columns.groups[index]?.includes(group)) continue
    if (!words.every((word) => isFoundBy(columns, index, word))) continue
    const is = columns.status[index] as number
    byStatus[is] = (byStatus[is] as number) + 1
    if (wanted >= 0 && is !== wanted) continue
    found[count] = index
    count += 1
  }
  const counts = Object.fromEntries(statuses.map((status, is) => [status, byStatus[is]])) as Counts
  counts.all = byStatus.reduce((sum, one) => sum + one, 0)
  return { indexes: found.subarray(0, count), counts }
}

/** Indexes into the columns, in order. */
export function listed(columns: Columns, wanted: Wanted): Uint32Array {
  return sorted(columns, filtered(columns, wanted).indexes, wanted.order)
}

/** Sorts in place. */
export function sorted(columns: Columns, indexes: Uint32Array, order: ListQuery['order']): Uint32Array {
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
