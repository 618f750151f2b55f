// Finds the start and end of a Queclink frame: text ends with `$` or 00, HEX has a length and ends with 0D 0A.
import type { Detection, Session, Split } from '../protocol.types.ts'
import { headerAt, lastHeader, nextHeader } from './headers.ts'

export const MAX_FRAME_BYTES = 8192

const DOLLAR = 0x24
const COMMA = 0x2c
const MAX_WORD_BYTES = 24
const MAX_VERSION_BYTES = 14
/** Header, type, mask and length; every frame is longer. */
const LEAST_HEX_BYTES = 11
const LEAST_PRO_BYTES = 15

export function detect(bytes: Buffer): Detection {
  const header = headerAt(bytes, 0)
  if (header === 'text') return detectVersion(bytes)
  return header === 'hex' || header === 'pro' ? 'yes' : header
}

/** GL100 has the same header, but the IMEI in place of the version, and other fields. */
function detectVersion(bytes: Buffer): Detection {
  // A later comma must not change a decision.
  const from = bytes.subarray(0, MAX_WORD_BYTES).indexOf(COMMA) + 1
  if (from === 0) return bytes.length < MAX_WORD_BYTES ? 'more' : 'no'
  for (let at = from; at < from + MAX_VERSION_BYTES; at++) {
    if (at === bytes.length) return 'more'
    if (bytes[at] === COMMA) return 'yes'
  }
  return 'no'
}

export function split(bytes: Buffer, _session: Session, searchedBytes: number): Split {
  const header = headerAt(bytes, 0)
  if (header === 'no') return { kind: 'skip', size: nextHeader(bytes, 1) }
  if (header === 'text') return splitText(bytes, searchedBytes)
  if (header === 'hex') return splitHex(bytes)
  if (header === 'pro') return splitPro(bytes)
  return { kind: 'more', needBytes: bytes.length + 1 }
}

/** `$` is not escaped in free data, and a sentence may be truncated: it starts at the last header before the end. */
function splitText(bytes: Buffer, searchedBytes: number): Split {
  // At most one frame, or the result would depend on how much has arrived.
  const window = bytes.length > MAX_FRAME_BYTES ? bytes.subarray(0, MAX_FRAME_BYTES) : bytes
  const end = endOfText(window, searchedBytes)
  if (end < 0 && window.length < MAX_FRAME_BYTES) return { kind: 'more', needBytes: bytes.length + 1 }
  const last = lastHeader(window, 1, end < 0 ? window.length : end)
  if (last > 0) return { kind: 'skip', size: last }
  return end < 0 ? { kind: 'skip', size: nextHeader(window, 1) } : { kind: 'frame', size: end + 1 }
}

function endOfText(window: Buffer, from: number): number {
  for (let at = from; at < window.length; at++) {
    if (window[at] === DOLLAR || window[at] === 0) return at
  }
  return -1
}

function splitHex(bytes: Buffer): Split {
  if (bytes.length < LEAST_HEX_BYTES) return { kind: 'more', needBytes: LEAST_HEX_BYTES }
  for (const size of hexSizesOf(bytes)) {
    if (size < LEAST_HEX_BYTES || size > MAX_FRAME_BYTES) continue
    if (bytes.length < size) return { kind: 'more', needBytes: size }
    if (bytes.readUInt16BE(size - 2) === 0x0d0a) return { kind: 'frame', size }
  }
  return { kind: 'skip', size: nextHeader(bytes, 1) }
}

function splitPro(bytes: Buffer): Split {
  const size = bytes.readUInt16BE(2)
  if (size < LEAST_PRO_BYTES) return { kind: 'skip', size: nextHeader(bytes, 1) }
  if (bytes.length < size) return { kind: 'more', needBytes: size }
  if (bytes[size - 1] !== DOLLAR) return { kind: 'skip', size: nextHeader(bytes, 1) }
  return { kind: 'frame', size }
}

/** Possible lengths, smaller first: the location of the length differs by message, and +INF has two. */
function hexSizesOf(bytes: Buffer): number[] {
  switch (bytes.toString('latin1', 0, 4)) {
    case '+ACK':
      return [bytes[6]!]
    case '+HBD':
      return [bytes[5]!]
    case '+ATI':
      return [bytes[4]!]
    case '+CRD':
    case '+BRD':
    case '+LGN':
      return [bytes.readUInt16BE(6)]
    case '+INF':
    case '+BNF':
      return [bytes.readUInt16BE(7), bytes.readUInt16BE(9)].sort((one, other) => one - other)
    // Its length is undocumented: it is skipped as noise.
    case '+ACC':
      return []
    default:
      return [bytes.readUInt16BE(9)]
  }
}
