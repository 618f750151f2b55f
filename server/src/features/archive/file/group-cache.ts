// Decoded row groups. The next page of a track is mostly in the same group.

import { LRUCache } from 'lru-cache'
import type { ArchivedRows } from './archived-rows.types.ts'

export type GroupCache = Pick<LRUCache<string, ArchivedRows>, 'get' | 'set' | 'has'>

export function createGroupCache(maxBytes: number): GroupCache {
  return new LRUCache<string, ArchivedRows>({ maxSize: maxBytes, sizeCalculation: bytesOf })
}

const numberBytes = 4 * 10 + 8 * 2
/** Of a string without its characters, and the reference to it. */
const textBytes = 24

/** About as much memory as the rows take. */
function bytesOf(rows: ArchivedRows): number {
  let bytes = 1 + rows.count * numberBytes
  let last: string | null = null
  for (const text of rows.more) {
    if (text !== null && text !== last) bytes += text.length + textBytes
    last = text
  }
  return bytes
}
