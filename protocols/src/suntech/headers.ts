// The start of a Suntech frame: text of the legacy families (`ST300STT;`, `ST910;Location;`), universal text (`STT;`),
// or binary.

export type Header = 'text' | 'zip' | 'universal' | 'no' | 'more'

const ZIP = 0x02
const FIRST_UNIVERSAL = 0x81
const LAST_UNIVERSAL = 0x8a
const SEMICOLON = 0x3b

/** The start of binary frames: type, length, and five bytes of decimal digits; ZIP has one more type. */
const BINARY_BYTES = 9
const LEAST_LENGTH = 12

/** By their four bytes as a number: this is looked up for every byte that arrives. */
const universalWords = ['STT;', 'ALT;', 'UEX;', 'TRV;', 'BLE;', 'BSA;', 'RES;', 'ALV;', 'CRR;']
const universalStarts = new Set(universalWords.map((word) => Buffer.from(word).readUInt32BE(0)))

/** `more` only at the end of the bytes, where they could still become a header. */
export function headerAt(bytes: Buffer, at: number): Header {
  const first = bytes[at]!
  if (first === ZIP || (first >= FIRST_UNIVERSAL && first <= LAST_UNIVERSAL)) return binaryAt(bytes, at)
  // Below A or above U.
  if (first < 0x41 || first > 0x55) return 'no'
  const legacy = legacyAt(bytes, at)
  if (legacy !== 'no') return legacy
  const universal = universalAt(bytes, at)
  // A precedes answers to a request.
  return universal === 'no' && first === 0x41 ? universalAt(bytes, at + 1) : universal
}

/** Where the next header is, or may be once more bytes arrive; otherwise the end of the bytes. */
export function nextHeader(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (headerAt(bytes, at) !== 'no') return at
  }
  return bytes.length
}

function binaryAt(bytes: Buffer, at: number): Header {
  const isZip = bytes[at] === ZIP
  const there = Math.min(bytes.length - at, BINARY_BYTES)
  // Messages are shorter than 1024 bytes, so the length starts with 0 to 3.
  if (there > 1 && bytes[at + 1]! > 3) return 'no'
  if (there > 2 && bytes.readUInt16BE(at + 1) < LEAST_LENGTH) return 'no'
  if (isZip && there > 3 && bytes[at + 3]! >> 4 !== 1) return 'no'
  const idAt = isZip ? 4 : 3
  for (let index = idAt; index < Math.min(there, idAt + 5); index++) {
    if (!isDecimal(bytes[at + index]!)) return 'no'
  }
  if (there < BINARY_BYTES) return 'more'
  return isZip ? 'zip' : 'universal'
}

function isDecimal(byte: number): boolean {
  return byte >> 4 <= 9 && (byte & 0x0f) <= 9
}

/** S, A or T, three digits, three letters, and a semicolon; ST910 has the semicolon before the word. */
function legacyAt(bytes: Buffer, at: number): Header {
  for (let index = 0; index < 9; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    if (index === 5 && byte === SEMICOLON) return wordAt(bytes[at + 6])
    if (!isOfLegacy(byte, index)) return 'no'
  }
  return 'text'
}

/** Location, Alert or Emergency. */
function wordAt(letter: number | undefined): Header {
  if (letter === undefined) return 'more'
  return letter === 0x4c || letter === 0x41 || letter === 0x45 ? 'text' : 'no'
}

function isOfLegacy(byte: number, index: number): boolean {
  if (index === 0) return byte === 0x53
  if (index === 1) return byte === 0x41 || byte === 0x54
  if (index < 5) return isDigit(byte)
  return index < 8 ? byte >= 0x41 && byte <= 0x5a : byte === SEMICOLON
}

/** The word, and a digit of the identifier. */
function universalAt(bytes: Buffer, at: number): Header {
  if (at + 4 > bytes.length) {
    const there = bytes.toString('latin1', at)
    return universalWords.some((word) => word.startsWith(there)) ? 'more' : 'no'
  }
  if (!universalStarts.has(bytes.readUInt32BE(at))) return 'no'
  const next = bytes[at + 4]
  if (next === undefined) return 'more'
  return isDigit(next) ? 'text' : 'no'
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** Where the field after so many separators starts, or -1 if it is not there yet. */
export function fieldAt(bytes: Buffer, separators: number, end: number): number {
  let at = 0
  for (let left = separators; left > 0; left--) {
    const next = bytes.indexOf(SEMICOLON, at)
    if (next < 0 || next >= end) return -1
    at = next + 1
  }
  return at
}
