// Finds the end of an Eview packet by its length.
import type { Detection, Split } from '../protocol.types.ts'
import { commands, HEADER_BYTES, MARK } from './packet.ts'

/** Stored reports come in packets of about 1500 bytes. */
export const MAX_FRAME_BYTES = 8192

/** One wants an answer; the meaning of the other, which older units set, is not known. */
const KNOWN_FLAGS = 0x18
const known: ReadonlySet<number> = new Set(Object.values(commands))

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== MARK) return 'no'
  if (bytes.length > 1 && (bytes[1]! & ~KNOWN_FLAGS) !== 0) return 'no'
  if (bytes.length <= HEADER_BYTES) return 'more'
  return known.has(bytes[HEADER_BYTES]!) ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  if (bytes[0] !== MARK) return { kind: 'bad', why: 'a packet without its mark' }
  if (bytes.length < HEADER_BYTES) return { kind: 'more', needBytes: HEADER_BYTES }
  const length = bytes.readUInt16LE(2)
  const size = HEADER_BYTES + length
  if (length === 0 || size > MAX_FRAME_BYTES) return { kind: 'bad', why: `packet of length ${length}` }
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}
