// Entries of a directory in typed arrays: 24 bytes each, since an archive has millions.

import { InvalidError } from '../../../platform/http/errors.ts'

export interface EntryList {
  length: number
  ids: Float64Array
  offsets: Float64Array
  bytes: Uint32Array
  runs: Uint32Array
  add(id: number, offset: number, bytes: number, run: number): void
}

/** About 300 MB, and 450 MB while they grow. */
export const maxEntries = 12_000_000
const firstCapacity = 1_024

export function createEntryList(): EntryList {
  const list: EntryList = {
    length: 0,
    ids: new Float64Array(firstCapacity),
    offsets: new Float64Array(firstCapacity),
    bytes: new Uint32Array(firstCapacity),
    runs: new Uint32Array(firstCapacity),
    add(id, offset, bytes, run) {
      if (list.length === list.ids.length) grow(list)
      const at = list.length
      list.ids[at] = id
      list.offsets[at] = offset
      list.bytes[at] = bytes
      list.runs[at] = run
      list.length += 1
    },
  }
  return list
}

function grow(list: EntryList): void {
  if (list.length >= maxEntries) {
    const message = `The area has more than ${maxEntries} tiles. Choose a smaller one or a lower --max-zoom.`
    throw new InvalidError('maps.too_large', message)
  }
  const capacity = Math.min(maxEntries, 2 * list.length)
  const copy = <Column extends Float64Array | Uint32Array>(to: Column, from: Column): Column => {
    to.set(from)
    return to
  }
  list.ids = copy(new Float64Array(capacity), list.ids)
  list.offsets = copy(new Float64Array(capacity), list.offsets)
  list.bytes = copy(new Uint32Array(capacity), list.bytes)
  list.runs = copy(new Uint32Array(capacity), list.runs)
}
