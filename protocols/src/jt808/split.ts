// Finds the start and end of a JT/T 808 frame by its flags.
import type { Detection, Split } from '../protocol.types.ts'
import { FLAG, LOCK_LOCATION, LOCK_STORED_LOCATION, openFrame } from './frame.ts'

/** Header, 1023 bytes and the checksum, all of them escaped. */
export const MAX_FRAME_BYTES = 2112

/** Messages of a terminal, and those of makers that were seen. */
const messageIds: ReadonlySet<number> = new Set([
  ...[0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0100, 0x0102, 0x0104, 0x0107, 0x0108, 0x0109],
  ...[0x0200, 0x0201, 0x0210, 0x0301, 0x0302, 0x0303, 0x0500, 0x0608, 0x0700, 0x0701, 0x0702, 0x0704, 0x0705],
  ...[0x0800, 0x0801, 0x0802, 0x0805, 0x0900, 0x0901, 0x0a00, 0x1003, 0x1005, 0x1007, 0x1205, 0x1206, 0x1300],
  ...[0x2070, 0x6006],
])

/** A known message, and attributes without encryption: FLEX begins with the same flag. */
export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== FLAG) return 'no'
  if (bytes.length < 4) return 'more'
  const id = bytes.readUInt16BE(1)
  // Their attributes have other meanings.
  if (id === LOCK_LOCATION || id === LOCK_STORED_LOCATION) return 'yes'
  return messageIds.has(id) && (bytes[3]! & 0x18) === 0 ? 'yes' : 'no'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  if (bytes[0] === FLAG && bytes[1] === FLAG) return { kind: 'skip', size: 1 }
  const from = Math.max(searchedBytes, 1)
  const end = bytes.subarray(0, MAX_FRAME_BYTES).indexOf(FLAG, from)
  if (end < 0) {
    if (bytes.length < MAX_FRAME_BYTES) return { kind: 'more', needBytes: bytes.length + 1 }
    return { kind: 'skip', size: MAX_FRAME_BYTES }
  }
  if (bytes[0] === FLAG) return { kind: 'frame', size: end + 1 }
  // Two frames may share a flag; anything else before a flag is noise.
  return openFrame(bytes.subarray(0, end))?.checksumIsRight
    ? { kind: 'frame', size: end + 1 }
    : { kind: 'skip', size: end }
}
