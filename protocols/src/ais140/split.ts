// Finds a message: from `$` to `*`. Makers write checksums of different lengths behind the star, which are passed over,
// or leave the star out.
import type { Detection, Session, Split } from '../protocol.types.ts'

export const MAX_FRAME_BYTES = 1024

const DOLLAR = 0x24
const STAR = 0x2a
const CR = 0x0d
const LF = 0x0a
/** Shorter ones have no identifier. */
const LEAST_BYTES = 6
/** Empty in some units: `$,04,`. */
const headers = ['', 'Header', 'NRM', 'NMP', 'RLP', 'EPB', 'LGN', 'HBT'].map((word) =>
  Buffer.from(`$${word},`),
)

export function detect(bytes: Buffer): Detection {
  if (bytes[0] !== DOLLAR) return 'no'
  let isOpen = false
  for (const header of headers) {
    const size = Math.min(bytes.length, header.length)
    if (bytes.compare(header, 0, size, 0, size) !== 0) continue
    if (size === header.length) return 'yes'
    isOpen = true
  }
  return isOpen ? 'more' : 'no'
}

export function split(bytes: Buffer, _session: Session, searchedBytes: number): Split {
  const start = startOf(bytes)
  if (start > 0) return { kind: 'skip', size: start }
  const end = endFrom(bytes, start, Math.max(searchedBytes, 1))
  if (end > 0) return { kind: 'frame', size: bytes[end] === STAR ? end + 1 : end }
  return bytes.length < MAX_FRAME_BYTES
    ? { kind: 'more', needBytes: bytes.length + 1 }
    : { kind: 'skip', size: MAX_FRAME_BYTES }
}

/** The first dollar that is not followed by an end too soon, or the number of bytes. */
function startOf(bytes: Buffer): number {
  let start = bytes.indexOf(DOLLAR)
  while (start >= 0) {
    const end = endFrom(bytes.subarray(0, start + LEAST_BYTES), start, start + 1)
    if (end < 0) return start
    start = bytes.indexOf(DOLLAR, end)
  }
  return bytes.length
}

function endFrom(bytes: Buffer, start: number, from: number): number {
  const limit = Math.min(bytes.length, start + MAX_FRAME_BYTES)
  for (let at = from; at < limit; at++) {
    const code = bytes[at]!
    if (code === STAR || code === CR || code === LF || code === DOLLAR) return at
  }
  return -1
}
