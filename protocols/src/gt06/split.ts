// Where a GT06 frame starts and ends. The length is believed as long as 0D 0A stands where it says.
import { crc16X25 } from '../checksums.ts'
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { LENGTH_OF_EMPTY } from './frame.ts'

/** Texts and serial data in long frames; a longer length is noise that looks like a header. */
export const MAX_FRAME_BYTES = 4096

/** Topin and GT03-mini log in without serial and checksum, under the length of a login that has them. */
export const BARE_LOGIN_BYTES = 15

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== 0x78 && bytes[0] !== 0x79) return 'no'
  if (bytes.length < 2) return 'more'
  return bytes[1] === bytes[0] ? 'yes' : 'no'
}

/** Looks for the first header that nothing speaks against: a truncated frame, or noise like a header, is passed over. */
export function split(bytes: Buffer): Split {
  return searchFrame(bytes, 0, headerFrom, frameAt)
}

/** Nothing when it cannot be a frame whatever follows. */
function frameAt(bytes: Buffer, at: number): Split | undefined {
  const there = bytes.length - at
  if (there < 4) return there < 2 ? moreThanHeader : moreThanLength
  const long = bytes[at] === 0x79
  const length = long ? bytes.readUInt16BE(at + 2) : bytes[at + 2]!
  const size = length + (long ? 6 : 5)
  if (length < LENGTH_OF_EMPTY || size > MAX_FRAME_BYTES) return undefined
  if (length === 0x0d && bytes[at + 3] === 0x01 && !long) {
    if (there < BARE_LOGIN_BYTES) return { kind: 'more', needBytes: BARE_LOGIN_BYTES }
    if (isBareLogin(bytes, at)) return { kind: 'frame', size: BARE_LOGIN_BYTES }
  }
  if (there < size) return { kind: 'more', needBytes: size }
  return bytes.readUInt16BE(at + size - 2) === 0x0d0a ? { kind: 'frame', size } : undefined
}

const moreThanHeader: Split = { kind: 'more', needBytes: 2 }
const moreThanLength: Split = { kind: 'more', needBytes: 4 }

/** A whole login may have 0D 0A at this place by chance, as the ends of its serial and checksum; then the checksum fits. */
function isBareLogin(bytes: Buffer, at: number): boolean {
  return (
    bytes.readUInt16BE(at + BARE_LOGIN_BYTES - 2) === 0x0d0a && crc16X25(bytes, at + 2, at + 14) >> 8 !== 0x0a
  )
}

/** Where the next header starts, or may start once more bytes are there. */
function headerFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === 0x78 || byte === 0x79) && (at + 1 === bytes.length || bytes[at + 1] === byte)) return at
  }
  return bytes.length
}
