// Finds the start and end of a Meitrack frame. Binary frames may contain line ends, so the length is trusted.
import { searchFrame } from '../frame-search.ts'
import type { Detection, Split } from '../protocol.types.ts'
import { isDigit, isLetter } from '../text-values.ts'
import { AT, DOLLAR, endsAt, OPENING_BYTES, sizeOf } from './frame.ts'

/** Chunks of photographs, which are skipped, are the longest. */
export const MAX_FRAME_BYTES = 4096

const COMMA = 0x2c
const MAX_IDENTIFIER_DIGITS = 20

export function detect(bytes: Buffer): Detection {
  for (let at = 0; at < 2; at++) {
    if (at === bytes.length) return 'more'
    if (bytes[at] !== DOLLAR) return 'no'
  }
  if (bytes.length < OPENING_BYTES) return 'more'
  return sizeOf(bytes, 0) === undefined ? 'no' : detectCommand(bytes)
}

/** The identifier is digits, and the command a letter and two more characters; Techto Cruz has a date there. */
function detectCommand(bytes: Buffer): Detection {
  let at = bytes.indexOf(COMMA) + 1
  const identifierAt = at
  while (isDigit(bytes[at])) at++
  if (at - identifierAt > MAX_IDENTIFIER_DIGITS) return 'no'
  if (bytes.length < at + 2) return 'more'
  return bytes[at] === COMMA && isLetter(bytes[at + 1]!) ? 'yes' : 'no'
}

/** Finds the first plausible start. */
export function split(bytes: Buffer): Split {
  return searchFrame(bytes, 0, startFrom, frameAt)
}

function frameAt(bytes: Buffer, at: number): Split | undefined {
  const there = bytes.length - at
  if (there < OPENING_BYTES) return { kind: 'more', needBytes: OPENING_BYTES }
  const size = sizeOf(bytes, at)
  if (size === undefined || size > MAX_FRAME_BYTES) return undefined
  if (there < size) return { kind: 'more', needBytes: size }
  return endsAt(bytes, at + size) ? { kind: 'frame', size } : undefined
}

function startFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === DOLLAR || bytes[at] === AT) return at
  return bytes.length
}
