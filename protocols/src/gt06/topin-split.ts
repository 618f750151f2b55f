// Where a frame of Topin, GT03-mini and ZhongXun ends: the header of GT06, but no checksum, and a length that counts
// something else in every packet.
import type { Split } from '../protocol.types.ts'

/** Packets that list hotspots, whose number is in place of the length, and then cells. */
export const hotspotPackets: ReadonlySet<number> = new Set([0x17, 0x18, 0x19, 0x1a, 0x69])
/** Live and stored. */
export const gpsPackets: ReadonlySet<number> = new Set([0x10, 0x11])
/** The GPS block, optionally followed by altitude and alarm. */
const gpsLengths: ReadonlySet<number> = new Set([0x12, 0x15])

export const SHORT_TOPIN_STATUS_BYTES = 11
const TIME_END = 10
const HOTSPOT_BYTES = 7
const CELL_BYTES = 5
/** Newer units have wider cells, and an alarm byte after them. */
const MAX_UNKNOWN_BYTES = 64

/** Undefined if it cannot be a frame, whatever follows. At least four bytes are there. */
export function splitTopin(bytes: Buffer, at: number): Split | undefined {
  const length = bytes[at + 2]!
  const number = bytes[at + 3]!
  if (hotspotPackets.has(number)) return splitHotspots(bytes, at, length)
  if (gpsPackets.has(number) && gpsLengths.has(length)) return endingAt(bytes, at, length + 6)
  return length === 1 ? endingAt(bytes, at, 6) : undefined
}

/** Five bytes of content under the length 7: the next frame must not be awaited to see that it is complete. */
export function isShortTopinStatus(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x78 && bytes[at + 2] === 7 && bytes[at + 3] === 0x13
}

export function endingAt(bytes: Buffer, at: number, size: number): Split | undefined {
  if (bytes.length - at < size) return { kind: 'more', needBytes: size }
  return bytes.readUInt16BE(at + size - 2) === 0x0d0a ? { kind: 'frame', size } : undefined
}

function splitHotspots(bytes: Buffer, at: number, hotspots: number): Split | undefined {
  const there = bytes.length - at
  const cellsAt = TIME_END + hotspots * HOTSPOT_BYTES
  // The time decides before the rest is awaited, so that chunking cannot change the result.
  if (there < TIME_END) return { kind: 'more', needBytes: TIME_END }
  if (!isDecimalTime(bytes, at + 4)) return undefined
  if (there <= cellsAt) return { kind: 'more', needBytes: cellsAt + 1 }
  const leastBytes = cellsAt + 4 + bytes[at + cellsAt]! * CELL_BYTES + 2
  if (there < leastBytes) return { kind: 'more', needBytes: leastBytes }
  const end = Math.min(there, leastBytes + MAX_UNKNOWN_BYTES)
  const endAt = bytes.subarray(at, at + end).indexOf('\r\n', leastBytes - 2, 'latin1')
  if (endAt >= 0) return { kind: 'frame', size: endAt + 2 }
  return end < there ? undefined : { kind: 'more', needBytes: there + 1 }
}

/** Year, month, day, hour, minute and second in decimal digits. */
function isDecimalTime(bytes: Buffer, at: number): boolean {
  const limits = [0x99, 0x12, 0x31, 0x23, 0x59, 0x59]
  return limits.every((limit, index) => {
    const byte = bytes[at + index]!
    return byte <= limit && (byte & 0x0f) <= 9
  })
}
