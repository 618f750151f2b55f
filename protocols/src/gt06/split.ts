// Finds the start and end of a GT06 frame. The length is trusted if 0D 0A is where it points.
import { crc16X25 } from '../checksums.ts'
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { LENGTH_OF_EMPTY, SHORT_HEARTBEAT } from './frame.ts'
import { endingAt, isShortTopinStatus, SHORT_TOPIN_STATUS_BYTES, splitTopin } from './topin-split.ts'

/** For texts and serial data in long frames; a larger length is noise that looks like a header. */
export const MAX_FRAME_BYTES = 4096

/** Topin and GT03-mini log in without serial and checksum, with the length of a login that has them. */
export const BARE_LOGIN_BYTES = 15

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== 0x78 && bytes[0] !== 0x79) return 'no'
  if (bytes.length < 2) return 'more'
  if (bytes[1] !== bytes[0]) return 'no'
  if (bytes[0] === 0x79) return 'yes'
  // Anytrek has a wider length, with a zero where the number is.
  if (bytes.length < 4) return 'more'
  return bytes[3] === 0 ? 'no' : 'yes'
}

/** Finds the first plausible header: truncated frames, and noise that looks like a header, are skipped. */
export function split(bytes: Buffer): Split {
  return searchFrame(bytes, 0, headerFrom, frameAt)
}

/** Undefined if it cannot be a frame, whatever follows. */
function frameAt(bytes: Buffer, at: number): Split | undefined {
  const there = bytes.length - at
  if (there < 4) return there < 2 ? moreThanHeader : moreThanLength
  const long = bytes[at] === 0x79
  const length = long ? bytes.readUInt16BE(at + 2) : bytes[at + 2]!
  const size = length + (long ? 6 : 5)
  if (size > MAX_FRAME_BYTES) return undefined
  if (length < LENGTH_OF_EMPTY) return long ? undefined : splitTopin(bytes, at)
  if (length === 0x0d && bytes[at + 3] === 0x01 && !long) {
    if (there < BARE_LOGIN_BYTES) return { kind: 'more', needBytes: BARE_LOGIN_BYTES }
    if (isBareLogin(bytes, at)) return { kind: 'frame', size: BARE_LOGIN_BYTES }
  }
  if (isShortTopinStatus(bytes, at)) return endingAt(bytes, at, SHORT_TOPIN_STATUS_BYTES)
  if (there < size) return { kind: 'more', needBytes: size }
  if (bytes.readUInt16BE(at + size - 2) === 0x0d0a) return { kind: 'frame', size }
  if (long) return undefined
  if (length === SHORT_HEARTBEAT.length && bytes[at + 3] === SHORT_HEARTBEAT.number)
    return endingAt(bytes, at, size + SHORT_HEARTBEAT.missingBytes)
  return splitTopin(bytes, at)
}

const moreThanHeader: Split = { kind: 'more', needBytes: 2 }
const moreThanLength: Split = { kind: 'more', needBytes: 4 }

/** A complete login may contain 0D 0A here by chance, in its serial and checksum; then the checksum is right. */
function isBareLogin(bytes: Buffer, at: number): boolean {
  return (
    bytes.readUInt16BE(at + BARE_LOGIN_BYTES - 2) === 0x0d0a && crc16X25(bytes, at + 2, at + 14) >> 8 !== 0x0a
  )
}

/** Where the next header starts, or may start once more bytes arrive. */
function headerFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === 0x78 || byte === 0x79) && (at + 1 === bytes.length || bytes[at + 1] === byte)) return at
  }
  return bytes.length
}
