// Finds the end of a message: revision 1, then its length. There is no mark to resynchronise by.
import type { Detection, Split } from '../protocol.types.ts'
import { HEADER, LOCATION, PAYLOAD } from './elements.ts'

/** Header, largest payload and location are 2 kB; the rest is for unknown elements. */
export const MAX_FRAME_BYTES = 4096

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== 1) return 'no'
  if (bytes.length < 6) return 'more'
  const [overall, id, length] = [bytes.readUInt16BE(1), bytes[3]!, bytes.readUInt16BE(4)]
  return overall + 3 <= MAX_FRAME_BYTES && length + 3 <= overall && isLengthOf(id, length) ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  if (bytes.length < 3) return bytes[0] === 1 ? { kind: 'more', needBytes: 3 } : strange
  const size = bytes.readUInt16BE(1) + 3
  if (bytes[0] !== 1 || size > MAX_FRAME_BYTES) return strange
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

const strange: Split = { kind: 'bad', why: 'not a DirectIP message' }

function isLengthOf(id: number, length: number): boolean {
  if (id === HEADER.id) return length === HEADER.bytes
  if (id === LOCATION.id) return length === LOCATION.bytes || length === LOCATION.paddedBytes
  return id === PAYLOAD.id && length > 0 && length <= PAYLOAD.maxBytes
}
