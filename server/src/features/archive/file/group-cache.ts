// Decoded row groups. The next page of a track is mostly in the same group.

import { LRUCache } from 'lru-cache'
import type { ArchivedRows } from './archived-rows.types.ts'

export type GroupCache = Pick<LRUCache<string, ArchivedRows>, 'get' | 'set' | 'has'>

export function createGroupCache(maxBytes: number): GroupCache {
  return new LRUCache<string, ArchivedRows>({ maxSize: maxBytes, sizeCalculation: bytesOf })
}

const numberBytes = 4 * 10 + 8 * 2
/** Where a text begins, and its length. */
const textBytes = 4 * 2

/** About as much memory as the rows take. */
function bytesOf({ count, more }: ArchivedRows): number {
  return 1 + count * (numberBytes + textBytes) + more.bytes.length
}
