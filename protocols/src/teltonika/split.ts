// Finds the end of a Teltonika frame. The stream has no mark to resynchronise by, so lost framing is fatal.
import type { Detection, Session, Split, Transport } from '../protocol.types.ts'

/** The vendor specifies 1280, but longer packets occur. */
export const MAX_FRAME_BYTES = 8192

/** Preamble, length and checksum around the data. */
export const ENVELOPE_BYTES = 12

const MAX_IDENTIFIER_BYTES = 32
const UDP_IDENTIFIER_AT = 8

export function detect(bytes: Buffer, transport: Transport): Detection {
  return transport === 'udp' ? detectDatagram(bytes) : detectStream(bytes)
}

/** One byte FF is a ping, 00 nn a login, 00 00 00 00 a packet. */
export function split(bytes: Buffer, session: Session): Split {
  if (session.transport === 'udp') return { kind: 'frame', size: bytes.length }
  if (bytes[0] === 0xff) return { kind: 'frame', size: 1 }
  if (bytes.length < 2) return bytes[0] === 0 ? { kind: 'more', needBytes: 2 } : lost
  const identifierBytes = bytes.readUInt16BE(0)
  if (identifierBytes > MAX_IDENTIFIER_BYTES) return lost
  if (identifierBytes > 0) return frameOf(bytes, 2 + identifierBytes)
  if (bytes.length < 8) return { kind: 'more', needBytes: 8 }
  if (bytes.readUInt32BE(0) !== 0) return lost
  const dataBytes = bytes.readUInt32BE(4)
  // Very old firmware sends length 0 followed by a body.
  if (dataBytes === 0) return { kind: 'bad', why: 'packet of length 0' }
  if (dataBytes + ENVELOPE_BYTES > MAX_FRAME_BYTES)
    return { kind: 'bad', why: `packet of length ${dataBytes}` }
  return frameOf(bytes, dataBytes + ENVELOPE_BYTES)
}

const lost: Split = { kind: 'bad', why: 'neither ping, login nor packet' }

function frameOf(bytes: Buffer, size: number): Split {
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}

/** FF is a ping, and starts other protocols (Arnavi) as well: what follows decides. */
function detectStream(bytes: Buffer): Detection {
  if (bytes[0] === 0xff) {
    if (bytes.length < 2) return 'more'
    return bytes[1] === 0xff || bytes[1] === 0 ? 'yes' : 'no'
  }
  if (bytes[0] !== 0) return 'no'
  if (bytes.length < 3) return 'more'
  const identifierBytes = bytes.readUInt16BE(0)
  if (identifierBytes > MAX_IDENTIFIER_BYTES) return 'no'
  if (identifierBytes > 0) return detectIdentifier(bytes, 2 + identifierBytes)
  if (bytes.length < 4) return bytes[2] === 0 ? 'more' : 'no'
  return bytes.readUInt32BE(0) === 0 ? 'yes' : 'no'
}

function detectIdentifier(bytes: Buffer, end: number): Detection {
  for (let at = 2; at < end; at++) {
    if (at === bytes.length) return 'more'
    if (!isDigit(bytes[at])) return 'no'
  }
  return 'yes'
}

function detectDatagram(bytes: Buffer): Detection {
  if (bytes.length <= UDP_IDENTIFIER_AT || bytes.readUInt16BE(0) !== bytes.length - 2) return 'no'
  return bytes.readUInt16BE(6) <= MAX_IDENTIFIER_BYTES && isDigit(bytes[UDP_IDENTIFIER_AT]) ? 'yes' : 'no'
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}
