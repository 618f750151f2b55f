// Finds the end of a packet by its length. There is neither a mark nor a checksum to resynchronise by.
import type { Detection, Split } from '../protocol.types.ts'
import { isDigit, isLetter } from '../text-values.ts'

export const MAX_FRAME_BYTES = 65_535

export const LENGTH_BYTES = 4
export const MAX_IDENTIFIER_CHARS = 40
/** Identifier and its end, time and flags. */
const LEAST_LENGTH = 10
const TIME_AND_FLAGS_BYTES = 8
const BLOCK = [0x0b, 0xbb]
const DASH = 0x2d
const UNDERSCORE = 0x5f

export function detect(bytes: Buffer): Detection {
  for (const at of [2, 3]) if (at < bytes.length && bytes[at] !== 0) return 'no'
  if (bytes.length < LENGTH_BYTES) return 'more'
  const length = bytes.readUInt32LE(0)
  if (length < LEAST_LENGTH || length + LENGTH_BYTES > MAX_FRAME_BYTES) return 'no'
  for (let at = LENGTH_BYTES; at <= LENGTH_BYTES + MAX_IDENTIFIER_CHARS; at++) {
    if (at === bytes.length) return 'more'
    if (bytes[at] === 0) return at > LENGTH_BYTES + 1 ? detectBlock(bytes, at + 1, length) : 'no'
    if (!isOfIdentifier(bytes[at]!)) return 'no'
  }
  return 'no'
}

/** The first block, if there is one, has a mark. */
function detectBlock(bytes: Buffer, from: number, length: number): Detection {
  const at = from + TIME_AND_FLAGS_BYTES
  const end = LENGTH_BYTES + length
  if (at >= end) return at === end ? 'yes' : 'no'
  for (const [index, wanted] of BLOCK.entries()) {
    if (at + index >= bytes.length) return 'more'
    if (bytes[at + index] !== wanted) return 'no'
  }
  return 'yes'
}

export function split(bytes: Buffer): Split {
  if (bytes.length < LENGTH_BYTES) return { kind: 'more', needBytes: LENGTH_BYTES }
  const length = bytes.readUInt32LE(0)
  const size = length + LENGTH_BYTES
  if (length < LEAST_LENGTH || size > MAX_FRAME_BYTES)
    return { kind: 'bad', why: `packet of length ${length}` }
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

function isOfIdentifier(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === DASH || code === UNDERSCORE
}
