// Finds a sentence: a line that begins with `!`, or with a tag block between backslashes.
import type { Detection, Session, Split } from '../protocol.types.ts'

export const MAX_FRAME_BYTES = 512

const EXCLAMATION = 0x21
const BACKSLASH = 0x5c
const COLON = 0x3a
const LF = 0x0a
/** Source, group and time: what a tag block of a receiver begins with. */
const tags = Buffer.from('sgc')
const formatters = ['VDM,', 'VDO,'].map((word) => Buffer.from(word))
const FORMATTER_AT = 3
const BEGINNING_BYTES = 7

export function detect(bytes: Buffer): Detection {
  if (bytes[0] === BACKSLASH) return detectTagBlock(bytes)
  if (bytes[0] !== EXCLAMATION) return 'no'
  const talker = bytes.subarray(1, FORMATTER_AT)
  if (!talker.every(isCapital)) return 'no'
  const size = Math.min(bytes.length, BEGINNING_BYTES) - FORMATTER_AT
  if (size <= 0) return 'more'
  const isOpen = formatters.some(
    (word) => bytes.compare(word, 0, size, FORMATTER_AT, FORMATTER_AT + size) === 0,
  )
  if (!isOpen) return 'no'
  return bytes.length < BEGINNING_BYTES ? 'more' : 'yes'
}

function detectTagBlock(bytes: Buffer): Detection {
  if (bytes.length > 1 && !tags.includes(bytes[1]!)) return 'no'
  if (bytes.length > 2) return bytes[2] === COLON ? 'yes' : 'no'
  return 'more'
}

export function split(bytes: Buffer, _session: Session, searchedBytes: number): Split {
  const start = startOf(bytes)
  if (start > 0) return { kind: 'skip', size: start }
  const end = bytes.subarray(0, MAX_FRAME_BYTES).indexOf(LF, searchedBytes)
  if (end >= 0) return { kind: 'frame', size: end + 1 }
  return bytes.length < MAX_FRAME_BYTES
    ? { kind: 'more', needBytes: bytes.length + 1 }
    : { kind: 'skip', size: MAX_FRAME_BYTES }
}

/** The first mark that a sentence or a tag block may follow, or the number of bytes. */
function startOf(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at++) {
    const next = bytes[at + 1]
    if (bytes[at] === EXCLAMATION && (next === undefined || isCapital(next))) return at
    if (bytes[at] === BACKSLASH && (next === undefined || tags.includes(next))) return at
  }
  return bytes.length
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}
