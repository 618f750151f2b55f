// Finds the end of a packet by its header, which has a checksum of its own. Lost framing is fatal.
import { crc8Nrsc } from '../checksums.ts'
import type { Detection, Split } from '../protocol.types.ts'

export const MAX_FRAME_BYTES = 65_535

export const VERSION = 1
export const HEADER_BYTES = 11
const ROUTED_HEADER_BYTES = 16

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== VERSION || (bytes.length > 1 && bytes[1] !== 0)) return 'no'
  if (bytes.length > 3 && !isHeaderLength(bytes[3]!)) return 'no'
  if (bytes.length > 4 && bytes[4] !== 0) return 'no'
  if (bytes.length < 4 || bytes.length < bytes[3]!) return 'more'
  return isHeader(bytes) ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  if (bytes[0] !== VERSION) return strange
  if (bytes.length < 4) return { kind: 'more', needBytes: 4 }
  const header = bytes[3]!
  if (!isHeaderLength(header)) return strange
  if (bytes.length < header) return { kind: 'more', needBytes: header }
  if (!isHeader(bytes)) return strange
  const size = sizeOf(bytes)
  if (size > MAX_FRAME_BYTES) return strange
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

/** An empty body has no checksum. */
export function sizeOf(bytes: Buffer): number {
  const body = bytes.readUInt16LE(5)
  return bytes[3]! + body + (body > 0 ? 2 : 0)
}

function isHeaderLength(length: number): boolean {
  return length === HEADER_BYTES || length === ROUTED_HEADER_BYTES
}

function isHeader(bytes: Buffer): boolean {
  const last = bytes[3]! - 1
  return bytes[last] === crc8Nrsc(bytes, 0, last)
}

const strange: Split = { kind: 'bad', why: 'not a packet of EGTS' }
