// Finds the start and end of a TK103 message: round brackets, with the identifier after the first.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { isDigit, isLetter } from '../text-values.ts'

/** Lists of hotspots and settings as text are the longest. */
export const MAX_FRAME_BYTES = 2048

/** Twelve characters by the document, which may be a name; digits alone may be fewer or a whole IMEI. */
export const IDENTIFIER_CHARS = 12
export const LEAST_DIGITS = 10
export const MAX_DIGITS = 15

const OPEN = 0x28
const CLOSE = 0x29
const DOLLAR = 0x24
const COMMA = 0x2c
/** The bracket, an identifier of twelve characters, and four of a command. */
const OPENING_BYTES = 17
/** Ten digits and a command, in brackets. */
const SMALLEST_BYTES = 16
const QUOTED = Buffer.from(',ZC03,')

export function detect(bytes: Buffer): Detection {
  return bytes[0] === OPEN ? opens(bytes, 0) : 'no'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  return searchFrame(bytes, searchedBytes, startFrom, frameAt)
}

/** Undefined if it cannot be a frame, whatever follows. */
function frameAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  if (bytes.length - at < SMALLEST_BYTES) return { kind: 'more', needBytes: SMALLEST_BYTES }
  const wasOpened = searchedBytes >= OPENING_BYTES
  const opening = wasOpened ? 'yes' : opens(bytes, at)
  if (opening === 'no') return undefined
  if (opening === 'more') return { kind: 'more', needBytes: OPENING_BYTES }
  // Nothing was searched before the opening was complete, however many bytes there were.
  let end = bytes.indexOf(CLOSE, wasOpened ? searchedBytes : at + LEAST_DIGITS)
  // The text of a command's result contains brackets; a dollar precedes the last one. Without the dollar it must not
  // swallow what follows.
  if (isQuoted(bytes, at)) {
    while (end >= 0 && bytes[end - 1] !== DOLLAR) end = bytes.indexOf(CLOSE, end + 1)
    const from = Math.max(at, searchedBytes - LEAST_DIGITS - OPENING_BYTES)
    if (end < 0 && isCutOff(bytes, from, bytes.length)) return undefined
  }
  if (end < 0) return { kind: 'more', needBytes: bytes.length + 1 }
  return isCutOff(bytes, at, end) ? undefined : { kind: 'frame', size: end + 1 - at }
}

/** Whether another one starts before it ends. */
function isCutOff(bytes: Buffer, at: number, end: number): boolean {
  for (let next = at + LEAST_DIGITS; next < end; next++) {
    if (bytes[next] === OPEN && opens(bytes, next) === 'yes') return true
  }
  return false
}

function isQuoted(bytes: Buffer, at: number): boolean {
  let comma = at + LEAST_DIGITS
  while (comma < at + OPENING_BYTES && bytes[comma] !== COMMA) comma++
  return bytes.compare(QUOTED, 0, QUOTED.length, comma, Math.min(comma + QUOTED.length, bytes.length)) === 0
}

/**
 * Digits, optionally a comma, and a command; or twelve characters and a command. A command begins with two capitals:
 * JT600 and others have one, or a digit, in the same brackets.
 */
function opens(bytes: Buffer, at: number): Detection {
  let digits = 0
  while (isDigit(bytes[at + 1 + digits])) digits++
  const following = bytes[at + 1 + digits]
  if (digits > MAX_DIGITS) return 'no'
  if (following === undefined) return 'more'
  if (digits >= LEAST_DIGITS) {
    const command = at + 1 + digits + Number(following === COMMA)
    for (const letter of [bytes[command], bytes[command + 1]]) {
      if (letter === undefined) return 'more'
      if (!isCapital(letter)) return 'no'
    }
    return 'yes'
  }
  for (let index = digits; index < OPENING_BYTES - 1; index++) {
    const byte = bytes[at + 1 + index]
    if (byte === undefined) return 'more'
    const fits =
      index === IDENTIFIER_CHARS || index === IDENTIFIER_CHARS + 1
        ? isCapital(byte)
        : isDigit(byte) || isLetter(byte)
    if (!fits) return 'no'
  }
  return 'yes'
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a
}

function startFrom(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(OPEN, from)
  return at < 0 ? bytes.length : at
}
