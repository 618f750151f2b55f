// Finds messages: `@P` and `@R` with their length, in bytes or as text, heartbeats, and lines with answers.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { hexadecimalDigit, isDigit, isLetter } from '../text-values.ts'

/** Pictures, which are not kept, come in parts of 1 kB. */
export const MAX_FRAME_BYTES = 4096

export const ALIVE_BYTES = 12
/** Mark, checksum and length of the form in bytes. */
export const HEAD_BYTES = 6
const LEAST_LENGTH = 10
const MAX_LENGTH_DIGITS = 4
const MAX_LINE_BYTES = 1024
const COMMA = 0x2c
const DOLLAR = 0x24
const LF = 0x0a
const LETTER_A = 0x41
const LETTER_T = 0x54
const AT = 0x40
const ALIVE = 0xfe
/** Some units write 3 and 1 before their text instead of `@P`. */
const OTHER = 0x03
const INFORMATION = Buffer.from('$INFO=')

export function detect(bytes: Buffer): Detection {
  if (bytes[0] === DOLLAR) {
    const size = Math.min(bytes.length, INFORMATION.length)
    if (bytes.compare(INFORMATION, 0, size, 0, size) !== 0) return 'no'
    return size === INFORMATION.length ? 'yes' : 'more'
  }
  if (!isMark(bytes, 0)) return 'no'
  if (bytes[0] === ALIVE) return detectAlive(bytes)
  const size = sizeAt(bytes, 0)
  if (size === 'more') return 'more'
  return size === undefined ? 'no' : 'yes'
}

/** The identifier has 64 bits, of which an IMEI fills 50. */
function detectAlive(bytes: Buffer): Detection {
  if (bytes.length < ALIVE_BYTES) return (bytes[2] ?? 0) === 0 && (bytes[3] ?? 0) <= 3 ? 'more' : 'no'
  return bytes[2] === 0 && bytes[3]! <= 3 ? 'yes' : 'no'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  return searchFrame(bytes, searchedBytes, startFrom, frameAt)
}

/** A binary message may have a comma as the first byte of its checksum, but no digit in that of its length. */
export function isText(bytes: Buffer, at: number): boolean {
  return bytes[at + 2] === COMMA && hexadecimalDigit(bytes[at + 4] ?? 0) >= 0
}

function frameAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  if (at === bytes.length) return { kind: 'more', needBytes: 1 }
  if (isLineStart(bytes, at)) return lineAt(bytes, at, searchedBytes)
  if (!isMark(bytes, at)) return undefined
  if (at + 1 === bytes.length) return { kind: 'more', needBytes: 2 }
  const size = bytes[at] === ALIVE ? ALIVE_BYTES : sizeAt(bytes, at)
  if (size === undefined) return undefined
  if (size === 'more') return { kind: 'more', needBytes: bytes.length - at + 1 }
  return bytes.length - at < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

/** Undefined if no message can be here. */
function sizeAt(bytes: Buffer, at: number): number | 'more' | undefined {
  if (bytes.length - at < HEAD_BYTES) return 'more'
  if (isText(bytes, at)) return textSizeAt(bytes, at)
  if (bytes[at] !== AT) return undefined
  const length = bytes.readUInt16BE(at + 4)
  return length >= LEAST_LENGTH && length + HEAD_BYTES <= MAX_FRAME_BYTES ? length + HEAD_BYTES : undefined
}

/** `@P,CA4B,122,`: the length counts from the comma behind it. */
function textSizeAt(bytes: Buffer, at: number): number | 'more' | undefined {
  for (let index = at + 3; index < at + 7; index++) {
    if (index === bytes.length) return 'more'
    if (hexadecimalDigit(bytes[index]!) < 0) return undefined
  }
  if (bytes.length === at + 7) return 'more'
  if (bytes[at + 7] !== COMMA) return undefined
  let length = 0
  let end = at + 8
  for (; isDigit(bytes[end]) && end - at - 8 < MAX_LENGTH_DIGITS; end++)
    length = length * 10 + bytes[end]! - 0x30
  if (end === bytes.length) return 'more'
  const size = end - at + length
  return bytes[end] === COMMA && length >= LEAST_LENGTH && size <= MAX_FRAME_BYTES ? size : undefined
}

function lineAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  const end = bytes.subarray(0, at + MAX_LINE_BYTES).indexOf(LF, at + searchedBytes)
  if (end >= 0) return { kind: 'frame', size: end + 1 - at }
  return bytes.length - at < MAX_LINE_BYTES ? { kind: 'more', needBytes: bytes.length - at + 1 } : undefined
}

/** `$OK` and `$INFO=` of a tracker, `AT$` of a server. */
function isLineStart(bytes: Buffer, at: number): boolean {
  if (bytes[at] === DOLLAR) return at + 1 === bytes.length || isLetter(bytes[at + 1])
  if (bytes[at] !== LETTER_A) return false
  return (bytes[at + 1] ?? LETTER_T) === LETTER_T && (bytes[at + 2] ?? DOLLAR) === DOLLAR
}

/** `@P` are reports, `@R` pictures. True also if only the first byte is there. */
function isMark(bytes: Buffer, at: number): boolean {
  const second = bytes[at + 1]
  switch (bytes[at]) {
    case AT:
      return second === undefined || second === 0x50 || second === 0x52
    case ALIVE:
      return second === undefined || second === 0x02
    case OTHER:
      return second === undefined || second === 0x01
    default:
      return false
  }
}

function startFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (isMark(bytes, at) || isLineStart(bytes, at)) return at
  return bytes.length
}
