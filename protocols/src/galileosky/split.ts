// Finds the end of a packet by its length. The stream has no mark to resynchronise by, so lost framing is fatal.
import type { Detection, Split } from '../protocol.types.ts'
import { isDigit } from '../text-values.ts'
import { tags } from './tags.ts'

/** Trackers send about a thousand bytes at most. */
export const MAX_FRAME_BYTES = 8_192

export const headers = { records: 1, photo: 7, compressed: 8 }
/** Header, length and checksum. */
export const ENVELOPE_BYTES = 5
/** The highest bit of the length: the archive has more. */
export const LENGTH_MASK = 0x7fff

/** The tags that a packet begins with, and those that may come next. */
const next: Readonly<Record<number, readonly number[]>> = {
  [tags.hardware]: [tags.firmware],
  [tags.imei]: [tags.unit, tags.record],
  [tags.unit]: [tags.record, tags.time, tags.commandNumber],
  [tags.record]: [tags.time],
}
const valueBytes: Readonly<Record<number, number>> = {
  [tags.hardware]: 1,
  [tags.imei]: 15,
  [tags.unit]: 2,
  [tags.record]: 2,
}

/** EGTS and DirectIP begin with the same byte and ask first. */
export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== headers.records) return 'no'
  if (bytes.length < 4) return 'more'
  if ((bytes.readUInt16LE(1) & LENGTH_MASK) + ENVELOPE_BYTES > MAX_FRAME_BYTES) return 'no'
  const first = bytes[3]!
  const size = valueBytes[first]
  if (size === undefined) return 'no'
  if (first === tags.imei && bytes.subarray(4, 4 + size).some((byte) => !isDigit(byte))) return 'no'
  if (bytes.length <= 4 + size) return 'more'
  return next[first]!.includes(bytes[4 + size]!) ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  const header = bytes[0]!
  if (header !== headers.records && header !== headers.photo && header !== headers.compressed) return strange
  if (bytes.length < 3) return { kind: 'more', needBytes: 3 }
  const size = (bytes.readUInt16LE(1) & LENGTH_MASK) + ENVELOPE_BYTES
  if (size > MAX_FRAME_BYTES) return strange
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

const strange: Split = { kind: 'bad', why: 'not a packet of Galileosky' }
