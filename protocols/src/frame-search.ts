// Finds the first frame of a protocol whose start mark may also occur in noise.
import type { Split } from './protocol.types.ts'

/**
 * `startFrom` returns where the next mark is, or the length of the bytes; `frameAt` returns undefined if no frame can
 * start there, whatever follows.
 */
export function searchFrame(
  bytes: Buffer,
  searchedBytes: number,
  startFrom: (bytes: Buffer, from: number) => number,
  frameAt: (bytes: Buffer, at: number, searchedBytes: number) => Split | undefined,
): Split {
  let at = startFrom(bytes, 0)
  let found = frameAt(bytes, at, at === 0 ? searchedBytes : 0)
  while (!found) {
    at = startFrom(bytes, at + 1)
    // What was searched before was searched for the first mark only.
    found = frameAt(bytes, at, 0)
  }
  return at > 0 ? { kind: 'skip', size: at } : found
}
