// Finds the start and end of a GPS103 message: a semicolon or a line end, or the next message if both are missing.
import type { Detection, Split, Transport } from '../protocol.types.ts'
import { isDigit } from '../text-values.ts'

/** Chunks of photographs, which are skipped, are the longest. */
export const MAX_FRAME_BYTES = 4096

const SEMICOLON = 0x3b
const CR = 0x0d
const LF = 0x0a
const HASH = 0x23
const STAR = 0x2a
const COMMA = 0x2c
const LETTER_I = 0x69

const LOGIN = Buffer.from('##,imei:')
const REPORT = Buffer.from('imei:')
/** `##,` or `**,` before the start mark belongs to the report. */
const PREFIX_BYTES = 3
const IMEI_DIGITS = 15
const MAX_IMEI_DIGITS = 20

export function detect(bytes: Buffer, transport: Transport): Detection {
  if (bytes[0] === HASH) return begins(bytes, LOGIN)
  if (bytes[0] === LETTER_I) return detectReport(bytes)
  for (let at = 0; at < IMEI_DIGITS; at++) {
    if (at === bytes.length) return at === 0 ? 'no' : 'more'
    if (!isDigit(bytes[at])) return 'no'
  }
  // A heartbeat is the IMEI alone; in datagrams, and before a report, it may have no end mark.
  if (bytes.length === IMEI_DIGITS) return transport === 'udp' ? 'yes' : 'more'
  return bytes[IMEI_DIGITS] === SEMICOLON || bytes[IMEI_DIGITS] === LETTER_I ? 'yes' : 'no'
}

/** The IMEI ends with a comma; in Sanav's sentences, which begin alike, with letters. */
function detectReport(bytes: Buffer): Detection {
  const beginning = begins(bytes, REPORT)
  if (beginning !== 'yes') return beginning
  let end = REPORT.length
  while (isDigit(bytes[end])) end++
  if (end > REPORT.length + MAX_IMEI_DIGITS) return 'no'
  if (end === bytes.length) return 'more'
  return bytes[end] === COMMA ? 'yes' : 'no'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  const start = startFrom(bytes)
  if (start > 0) return { kind: 'skip', size: start }
  const ownMarkAt = bytes[0] === HASH || bytes[0] === STAR ? PREFIX_BYTES : 0
  for (let at = Math.max(ownMarkAt + 1, searchedBytes - LOGIN.length); at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === SEMICOLON || byte === LF || byte === CR) return { kind: 'frame', size: at + 1 }
    if (byte === LETTER_I && begins(bytes, REPORT, at) === 'yes') {
      return { kind: 'frame', size: hasPrefix(bytes, at) ? at - PREFIX_BYTES : at }
    }
  }
  return { kind: 'more', needBytes: bytes.length + 1 }
}

function hasPrefix(bytes: Buffer, at: number): boolean {
  const mark = bytes[at - 2]
  return (
    at > PREFIX_BYTES && bytes[at - 1] === COMMA && (mark === HASH || mark === STAR) && bytes[at - 3] === mark
  )
}

function begins(bytes: Buffer, beginning: Buffer, from = 0): Detection {
  for (let at = 0; at < beginning.length; at++) {
    if (from + at >= bytes.length) return 'more'
    if (bytes[from + at] !== beginning[at]) return 'no'
  }
  return 'yes'
}

function startFrom(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length && !isStart(bytes[at]!)) at++
  return at
}

function isStart(byte: number): boolean {
  return byte === LETTER_I || byte === HASH || byte === STAR || isDigit(byte)
}
