// Finds the start and end of an H02 frame: text from * to #, or 32 bytes of binary after a $.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { isDigit, isLetter } from '../text-values.ts'

/** Lists of cells and hotspots are the longest texts. */
export const MAX_FRAME_BYTES = 2048

export const SHORT_BYTES = 32
/** With the whole IMEI instead of ten digits. */
export const LONG_BYTES = 42

export const STAR = 0x2a
export const DOLLAR = 0x24
const HASH = 0x23
const COMMA = 0x2c
/** A star, two letters of the maker, a comma, and the first character of the identifier. */
const OPENING_BYTES = 5
/** After the dollar there are digits up to here, whatever the size of the identifier. */
const DIGITS_END = 8
const HIGHEST_BCD = 0x99
const SHORT_MOMENT_AT = 6
const LONG_MOMENT_AT = 9
/** From the time to the course. */
const REPORT_BYTES = 19
const BATTERY_INDEX = 10
const FLAGS_INDEX = 15
/** Hour, minute, second, day, month, year, degrees and minutes of latitude; and the hundreds of the longitude. */
const highest: Readonly<Record<number, number>> = {
  ...{ 0: 0x23, 1: 0x59, 2: 0x59, 3: 0x31, 4: 0x12, 6: 0x90, 7: 0x59 },
  [BATTERY_INDEX + 1]: 0x18,
}
const MAX_IDENTIFIER_END = 24
/** Of the long form: the bodies that allocate IMEIs. */
const imeiStarts: ReadonlySet<number> = new Set([0x01, 0x35, 0x86, 0x98, 0x99])

/**
 * A star also starts EasyTrack, a dollar a dozen other protocols, some of them with digits and a plausible moment as
 * well (JT600). So the maker or the type of the text, and all digits of the binary report up to its course, decide.
 */
export function detect(bytes: Buffer): Detection {
  if (bytes[0] === STAR) return detectText(bytes)
  if (bytes[0] !== DOLLAR) return 'no'
  for (let at = 1; at < DIGITS_END; at++) {
    if (at === bytes.length) return 'more'
    if (!isBcd(bytes[at]!)) return 'no'
  }
  const short = detectReport(bytes, SHORT_MOMENT_AT)
  return short === 'no' && imeiStarts.has(bytes[1]!) ? detectReport(bytes, LONG_MOMENT_AT) : short
}

/** Makers other than these send an identifier of ten or fifteen digits, and a type as NBR or V1. */
function detectText(bytes: Buffer): Detection {
  const opening = opens(bytes, 0)
  if (opening !== 'yes') return opening
  const maker = bytes.toString('latin1', 1, 3).toUpperCase()
  if (maker === 'HQ' || maker === 'TH') return 'yes'
  let comma = OPENING_BYTES - 1
  while (isDigit(bytes[comma])) comma++
  if (comma === bytes.length) return comma > MAX_IDENTIFIER_END ? 'no' : 'more'
  const digits = comma - OPENING_BYTES + 1
  if (bytes[comma] !== COMMA || (digits !== 10 && digits !== 15)) return 'no'
  if (bytes.length < comma + 3) return 'more'
  const type = bytes.toString('latin1', comma + 1, comma + 3)
  return /^(?:V\d|NB|LI|HT)/.test(type) ? 'yes' : 'no'
}

/** Time, date, latitude, battery, longitude, speed and course; only the battery and a flag are not decimal. */
function detectReport(bytes: Buffer, momentAt: number): Detection {
  for (let index = 0; index < REPORT_BYTES; index++) {
    if (momentAt + index >= bytes.length) return 'more'
    const byte = bytes[momentAt + index]!
    if (index === BATTERY_INDEX) continue
    if (!isBcd(index === FLAGS_INDEX ? byte & 0xf0 : byte)) return 'no'
    if (byte > (highest[index] ?? HIGHEST_BCD) && index !== FLAGS_INDEX) return 'no'
  }
  return 'yes'
}

/**
 * Some units add 13 bytes or more to the binary frame. The first 32 bytes do not show it, and waiting for more would
 * delay the last frame: following bytes that start no frame are skipped.
 */
export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  return searchFrame(bytes, searchedBytes, startFrom, frameAt)
}

/** With an identifier of eight bytes, everything else is three bytes later. The status is hardly ever all digits. */
export function isLong(bytes: Buffer, at = 0): boolean {
  return bytes[at + 25]! <= HIGHEST_BCD && bytes[at + 28]! > HIGHEST_BCD && hasMoment(bytes, at + 9)
}

/** Undefined if it cannot be a frame, whatever follows. */
function frameAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  if (at === bytes.length) return { kind: 'more', needBytes: 1 }
  return bytes[at] === STAR ? textAt(bytes, at, searchedBytes) : binaryAt(bytes, at)
}

function textAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  if (bytes.length - at < OPENING_BYTES) return { kind: 'more', needBytes: OPENING_BYTES }
  const wasOpened = searchedBytes >= OPENING_BYTES
  if (!wasOpened && opens(bytes, at) === 'no') return undefined
  for (
    let next = Math.max(at + OPENING_BYTES - 1, searchedBytes - OPENING_BYTES);
    next < bytes.length;
    next++
  ) {
    if (bytes[next] === HASH) return { kind: 'frame', size: next + 1 - at }
    // A truncated text: another one starts before it ends.
    if (bytes[next] === STAR && opens(bytes, next) === 'yes') return undefined
  }
  return { kind: 'more', needBytes: bytes.length + 1 }
}

function binaryAt(bytes: Buffer, at: number): Split | undefined {
  const there = bytes.length - at
  if (there < DIGITS_END) return { kind: 'more', needBytes: DIGITS_END }
  for (let digit = 1; digit < DIGITS_END; digit++) if (!isBcd(bytes[at + digit]!)) return undefined
  if (there < SHORT_BYTES) return { kind: 'more', needBytes: SHORT_BYTES }
  if (isLong(bytes, at)) {
    return there < LONG_BYTES ? { kind: 'more', needBytes: LONG_BYTES } : { kind: 'frame', size: LONG_BYTES }
  }
  return hasMoment(bytes, at + 6) ? { kind: 'frame', size: SHORT_BYTES } : undefined
}

function opens(bytes: Buffer, at: number): Detection {
  for (let index = 1; index < OPENING_BYTES; index++) {
    if (at + index >= bytes.length) return 'more'
    const byte = bytes[at + index]!
    const fits = index < 3 ? isLetter(byte) : byte === COMMA || (index === OPENING_BYTES - 1 && isDigit(byte))
    if (!fits) return 'no'
  }
  return 'yes'
}

/** Time, date and latitude in BCD. A unit that never had a fix sends zeros. */
function hasMoment(bytes: Buffer, at: number): boolean {
  return (
    bytes[at]! <= 0x23 &&
    bytes[at + 1]! <= 0x59 &&
    bytes[at + 2]! <= 0x59 &&
    bytes[at + 3]! <= 0x31 &&
    bytes[at + 4]! <= 0x12 &&
    bytes[at + 6]! <= 0x90 &&
    bytes[at + 7]! <= 0x59
  )
}

function startFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === STAR || bytes[at] === DOLLAR) return at
  return bytes.length
}

function isBcd(byte: number): boolean {
  return byte <= HIGHEST_BCD && (byte & 0x0f) <= 9
}
