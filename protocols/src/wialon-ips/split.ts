// Finds the end of a line. A picture follows its line as bytes, whose number is in the line.
import type { Detection, Session, Split, Transport } from '../protocol.types.ts'
import { isLetter } from '../text-values.ts'

export const MAX_FRAME_BYTES = 16_384

const HASH = 0x23
const CR = 0x0d
const LF = 0x0a
const MAX_TYPE_CHARS = 4
/** In datagrams: the version and the identifier, or the identifier alone. */
const DATAGRAM = /^(?:\d\.\d;)?[\w-]{1,40}#[A-Z]{1,4}#/
const WITH_BYTES = /^#(?:I|T|IT)#(\d{1,5});/

export function detect(bytes: Buffer, transport: Transport): Detection {
  if (transport === 'udp' && bytes[0] !== HASH)
    return DATAGRAM.test(bytes.toString('latin1', 0, 64)) ? 'yes' : 'no'
  if (bytes[0] !== HASH) return 'no'
  for (let at = 1; at <= MAX_TYPE_CHARS + 1; at++) {
    if (at === bytes.length) return 'more'
    if (bytes[at] === HASH) return at > 1 ? 'yes' : 'no'
    if (!isLetter(bytes[at]!)) return 'no'
  }
  return 'no'
}

export function split(bytes: Buffer, { transport }: Session, searchedBytes: number): Split {
  const noise = transport === 'udp' ? blankBytes(bytes) : bytesBeforeHash(bytes)
  if (noise > 0) return { kind: 'skip', size: noise }
  // While a picture is awaited, its line was found before.
  const from = WITH_BYTES.test(bytes.toString('latin1', 0, 16)) ? 0 : searchedBytes
  const lineEnd = bytes.subarray(0, MAX_FRAME_BYTES).indexOf(LF, from)
  if (lineEnd < 0) {
    if (bytes.length < MAX_FRAME_BYTES) return { kind: 'more', needBytes: bytes.length + 1 }
    return { kind: 'skip', size: MAX_FRAME_BYTES }
  }
  const [, size] = WITH_BYTES.exec(bytes.toString('latin1', 0, Math.min(lineEnd, 16))) ?? []
  const whole = lineEnd + 1 + Number(size ?? 0)
  if (whole > MAX_FRAME_BYTES) return { kind: 'skip', size: lineEnd + 1 }
  return bytes.length < whole ? { kind: 'more', needBytes: whole } : { kind: 'frame', size: whole }
}

/** A datagram begins with the version and the identifier. */
function blankBytes(bytes: Buffer): number {
  let blank = 0
  while (bytes[blank] === CR || bytes[blank] === LF) blank++
  return blank
}

function bytesBeforeHash(bytes: Buffer): number {
  const at = bytes.indexOf(HASH)
  return at < 0 ? bytes.length : at
}
