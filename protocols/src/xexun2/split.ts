// Finds a Xexun message between its marks.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { MARK } from './message.ts'

/** A header and 1023 bytes, of which every second pair may be escaped. */
export const MAX_FRAME_BYTES = 1600

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== MARK[0]) return 'no'
  if (bytes.length < MARK.length) return 'more'
  return bytes[1] === MARK[1] ? 'yes' : 'no'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  return searchFrame(bytes, searchedBytes, startFrom, frameAt)
}

function frameAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  const left = bytes.length - at
  if (left >= MARK.length && bytes[at + 1] !== MARK[1]) return undefined
  if (left < 2 * MARK.length) return { kind: 'more', needBytes: left + 1 }
  // Two marks in a row: the first ended a message that was lost.
  if (bytes[at + 2] === MARK[0] && bytes[at + 3] === MARK[1]) return undefined
  // The second half of a mark may be what was missing.
  const from = Math.max(at + MARK.length, searchedBytes - 1)
  const end = bytes.subarray(0, at + MAX_FRAME_BYTES).indexOf(MARK, from)
  if (end > 0) return { kind: 'frame', size: end + MARK.length - at }
  return left < MAX_FRAME_BYTES ? { kind: 'more', needBytes: left + 1 } : undefined
}

function startFrom(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(MARK[0]!, from)
  return at < 0 ? bytes.length : at
}
