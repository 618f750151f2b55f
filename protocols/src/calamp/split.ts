// A datagram is one message. There is no checksum, so the header has to be whole and plausible.
import type { Detection, Split, Transport } from '../protocol.types.ts'
import { headerOf } from './header.ts'

/** A datagram of the vendor has at most 848 bytes. */
export const MAX_FRAME_BYTES = 1_500

const RESPONSE = 2
const HIGHEST_TYPE = 20

export function detect(bytes: Buffer, transport: Transport): Detection {
  if (transport === 'tcp') return 'no'
  const header = headerOf(bytes)
  return header && header.service <= RESPONSE && header.type <= HIGHEST_TYPE ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  return { kind: 'frame', size: bytes.length }
}
