// Finds the start and end of a message. Its content may be a recording, so the length is trusted if a bracket follows.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { headerAt } from './header.ts'

/** Recordings, which are not kept, are the longest. */
export const MAX_FRAME_BYTES = 16_384

const MAX_UNCOUNTED_BYTES = 1024
const MAX_TOO_FEW = 64
const MAX_TOO_MANY = 256
const OPENING = 0x5b
const CLOSING = 0x5d
/** The bracket, the maker and a star. */
const OPENING_BYTES = 5

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== OPENING) return 'no'
  if (bytes.length >= OPENING_BYTES)
    return headerAt(bytes.subarray(0, OPENING_BYTES), 0) === 'no' ? 'no' : 'yes'
  return headerAt(bytes, 0) === 'no' ? 'no' : 'more'
}

export function split(bytes: Buffer, _session: unknown, searchedBytes: number): Split {
  return searchFrame(bytes, searchedBytes, startFrom, frameAt)
}

function frameAt(bytes: Buffer, at: number, searchedBytes: number): Split | undefined {
  if (at === bytes.length) return { kind: 'more', needBytes: 1 }
  const header = headerAt(bytes, at)
  if (header === 'no') return undefined
  if (header === 'more') return { kind: 'more', needBytes: bytes.length - at + 1 }
  const size = header.contentAt - at + header.length + 1
  if (size > MAX_FRAME_BYTES) return undefined
  if (header.length === 0) return untilBracket(bytes, at, Math.max(header.contentAt, searchedBytes))
  if (bytes.length - at < size) return { kind: 'more', needBytes: size }
  if (bytes[at + size - 1] === CLOSING) return { kind: 'frame', size }
  return nearBracket(bytes, at, header.contentAt, size)
}

/** A wrong length: some makers count a few bytes too few, or too many. */
function nearBracket(bytes: Buffer, at: number, contentAt: number, size: number): Split | undefined {
  const from = Math.max(contentAt, at + size - MAX_TOO_MANY)
  const limit = at + size + MAX_TOO_FEW
  const end = bytes.subarray(0, limit).indexOf(CLOSING, from)
  if (end >= 0) return { kind: 'frame', size: end + 1 - at }
  return bytes.length < limit ? { kind: 'more', needBytes: bytes.length - at + 1 } : undefined
}

/** Some clones write a length of zero, before texts. */
function untilBracket(bytes: Buffer, at: number, from: number): Split | undefined {
  const end = bytes.subarray(0, at + MAX_UNCOUNTED_BYTES).indexOf(CLOSING, from)
  if (end >= 0) return { kind: 'frame', size: end + 1 - at }
  return bytes.length - at < MAX_UNCOUNTED_BYTES
    ? { kind: 'more', needBytes: bytes.length - at + 1 }
    : undefined
}

function startFrom(bytes: Buffer, from: number): number {
  if (bytes[from] === OPENING) return from
  const at = bytes.indexOf(OPENING, from)
  return at < 0 ? bytes.length : at
}
