// Finds the end of a message: NTCB with its length at the beginning of a connection, then FLEX, whose records have the
// fields that were negotiated. The stream has no mark to resynchronise by, so lost framing is fatal.
import type { Detection, Session, Split } from '../protocol.types.ts'
import { layoutOf } from './fields.ts'
import { isIntact, maskOf } from './ntcb.ts'

export const MAX_FRAME_BYTES = 32_768
export const NTCB_HEADER_BYTES = 16
export const PING = 0x7f
export const TILDE = 0x7e

const PREFIX = '@NTC'
const MAX_NTCB_BYTES = 4_096

/** The letters of FLEX messages. */
export const flex = { array: 0x41, event: 0x54, current: 0x43, more: 0x45, moreEvent: 0x58 }

export function detect(bytes: Buffer): Detection {
  const length = Math.min(bytes.length, PREFIX.length)
  if (bytes.toString('latin1', 0, length) !== PREFIX.slice(0, length)) return 'no'
  return length < PREFIX.length ? 'more' : 'yes'
}

export function split(bytes: Buffer, session: Session): Split {
  if (bytes[0] === PING) return { kind: 'frame', size: 1 }
  return bytes[0] === TILDE ? splitFlex(bytes, session) : splitNtcb(bytes, session)
}

function splitNtcb(bytes: Buffer, session: Session): Split {
  const detected = detect(bytes)
  if (detected === 'no') return { kind: 'bad', why: 'neither NTCB nor FLEX' }
  if (detected === 'more') return { kind: 'more', needBytes: bytes.length + 1 }
  if (bytes.length < NTCB_HEADER_BYTES) return { kind: 'more', needBytes: NTCB_HEADER_BYTES }
  const size = NTCB_HEADER_BYTES + bytes.readUInt16LE(12)
  if (size > MAX_NTCB_BYTES) return { kind: 'bad', why: `message of ${size} bytes` }
  if (bytes.length < size) return { kind: 'more', needBytes: size }
  const message = bytes.subarray(0, size)
  const mask = maskOf(message.subarray(NTCB_HEADER_BYTES))
  if (mask !== undefined && isIntact(message)) {
    const layout = layoutOf(mask)
    if (typeof layout === 'number')
      return { kind: 'bad', why: `field ${layout} is not known: set the tracker to FLEX 2.0` }
    // Records that were received together are cut before they are decoded.
    if (session.variant !== undefined && session.variant !== mask)
      return { kind: 'bad', why: 'negotiated again with other fields' }
    session.variant = mask
  }
  return { kind: 'frame', size }
}

function splitFlex(bytes: Buffer, { variant }: Session): Split {
  const layout = variant === undefined ? undefined : layoutOf(variant)
  if (typeof layout !== 'object') return { kind: 'bad', why: 'records before the negotiation' }
  if (bytes.length < 2) return { kind: 'more', needBytes: 2 }
  switch (bytes[1]) {
    case flex.array:
      return bytes.length < 3
        ? { kind: 'more', needBytes: 3 }
        : whole(bytes, 4 + bytes[2]! * layout.recordBytes)
    case flex.event:
      return whole(bytes, 7 + layout.recordBytes)
    case flex.current:
      return whole(bytes, 3 + layout.recordBytes)
    case flex.moreEvent:
      return bytes.length < 8 ? { kind: 'more', needBytes: 8 } : whole(bytes, 9 + bytes.readUInt16LE(6))
    case flex.more:
      return splitMore(bytes)
    default:
      return { kind: 'bad', why: `FLEX message ${bytes[1]}` }
  }
}

/** Records of 2.0 that have a length of their own each. */
function splitMore(bytes: Buffer): Split {
  if (bytes.length < 3) return { kind: 'more', needBytes: 3 }
  let end = 3
  for (let left = bytes[2]!; left > 0; left--) {
    if (bytes.length < end + 2) return whole(bytes, end + 2)
    end += 2 + bytes.readUInt16LE(end)
  }
  return whole(bytes, end + 1)
}

function whole(bytes: Buffer, size: number): Split {
  if (size > MAX_FRAME_BYTES) return { kind: 'bad', why: `message of ${size} bytes` }
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}
