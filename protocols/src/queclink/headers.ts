// The start of a Queclink frame: a text sentence, one of the HEX formats, or Protocol Pro. They may occur on one
// connection.

export type Header = 'text' | 'hex' | 'pro' | 'no' | 'more'

const PLUS = 0x2b
/** Stored reports of Protocol Pro; live ones begin with a plus too. */
const MINUS = 0x2d
const PRO_REPORT = 0x00
const PRO_HEARTBEAT = 0x10
/** Mark, kind, length, a zero, and the IMEI in decimal digits. */
const PRO_OPENING_BYTES = 13
const COLON = 0x3a

const textHeaders = ['+RESP:GT', '+BUFF:GT', '+ACK:GT', '+NACK:']

const hexHeaders = [
  ...['+RSP', '+BSP', '+EVT', '+BVT', '+INF', '+BNF', '+HBD'],
  ...['+CRD', '+BRD', '+LGN', '+CAN', '+DAT', '+ATI', '+ACC'],
]

/** By their first four bytes as a number: this is looked up for every byte that arrives. */
const textByStart = new Map(textHeaders.map((header) => [startOf(header), Buffer.from(header)]))
const hexStarts = new Set(hexHeaders.map(startOf))
/** Ambiguous: a colon after it makes it text. */
const ACKNOWLEDGEMENT = startOf('+ACK')

/** `more` only at the end of the bytes, where they could still become a header. */
export function headerAt(bytes: Buffer, at: number): Header {
  const second = bytes[at + 1]
  if (bytes[at] === MINUS || (bytes[at] === PLUS && (second === PRO_REPORT || second === PRO_HEARTBEAT)))
    return proAt(bytes, at)
  if (bytes[at] !== PLUS) return 'no'
  if (at + 4 > bytes.length) return couldBecomeHeader(bytes.toString('latin1', at)) ? 'more' : 'no'
  const start = bytes.readUInt32BE(at)
  if (hexStarts.has(start)) return 'hex'
  const text = textByStart.get(start)
  if (!text) return 'no'
  if (start === ACKNOWLEDGEMENT && at + 4 < bytes.length && bytes[at + 4] !== COLON) return 'hex'
  for (let index = 4; index < text.length; index++) {
    if (at + index >= bytes.length) return 'more'
    if (bytes[at + index] !== text[index]) return 'no'
  }
  return 'text'
}

function proAt(bytes: Buffer, at: number): Header {
  for (let index = 1; index < PRO_OPENING_BYTES; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'more'
    if (!isOfPro(byte, index)) return 'no'
  }
  return 'pro'
}

function isOfPro(byte: number, index: number): boolean {
  if (index === 1) return byte === PRO_REPORT || byte === PRO_HEARTBEAT
  // Messages are shorter than 1024 bytes.
  if (index === 2) return byte <= 3
  if (index === 3) return true
  // An IMEI has fifteen digits, so the first of sixteen is a zero.
  return index === 4 ? byte === 0 : byte >> 4 <= (index === 5 ? 0 : 9) && (byte & 0x0f) <= 9
}

/** Where the next header is, or may be once more bytes arrive; otherwise the end of the bytes. */
export function nextHeader(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if ((byte === PLUS || byte === MINUS) && headerAt(bytes, at) !== 'no') return at
  }
  return bytes.length
}

/** Where the last complete header within these bounds is, or -1. */
export function lastHeader(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.lastIndexOf(PLUS, end - 1); at >= from; at = bytes.lastIndexOf(PLUS, at - 1)) {
    const header = headerAt(bytes, at)
    if (header === 'text' || header === 'hex') return at
  }
  return -1
}

function couldBecomeHeader(there: string): boolean {
  return [...textHeaders, ...hexHeaders].some((header) => header.startsWith(there))
}

function startOf(header: string): number {
  return Buffer.from(header).readUInt32BE(0)
}
