// Finds the end of an Eelink package. The packages of a datagram are frames of their own, each with its own answer; the
// header belongs to the first.
import type { Detection, Session, Split } from '../protocol.types.ts'
import { isDigits } from '../text-values.ts'
import {
  DATAGRAM_HEADER_BYTES,
  DATAGRAM_MARK,
  datagramSum,
  PACKAGE_HEADER_BYTES,
  packageSizeAt,
  types,
} from './package.ts'

/** A picture comes in packages of this size. */
export const MAX_FRAME_BYTES = 4096

const known: ReadonlySet<number> = new Set(Object.values(types))
const TYPE_AT = 2

export function detect(bytes: Buffer): Detection {
  if (bytes[0] === DATAGRAM_MARK >> 8) return detectDatagram(bytes)
  const size = packageSizeAt(bytes, 0)
  if (size === undefined) return 'no'
  if (bytes.length > TYPE_AT && !known.has(bytes[TYPE_AT]!)) return 'no'
  if (size === 'more') return 'more'
  return size >= PACKAGE_HEADER_BYTES && size <= MAX_FRAME_BYTES ? 'yes' : 'no'
}

/** A header, an IMEI in decimal digits, and a package. */
function detectDatagram(bytes: Buffer): Detection {
  if (bytes.length > 1 && bytes[1] !== (DATAGRAM_MARK & 0xff)) return 'no'
  if (bytes.length < DATAGRAM_HEADER_BYTES + TYPE_AT) return 'more'
  const hasPackage = packageSizeAt(bytes, DATAGRAM_HEADER_BYTES) !== undefined
  return isDigits(imeiOf(bytes), 15, 15) && hasPackage ? 'yes' : 'no'
}

export function split(bytes: Buffer, session: Session): Split {
  const at = bytes[0] === DATAGRAM_MARK >> 8 ? DATAGRAM_HEADER_BYTES : 0
  if (at > 0 && bytes.length < at) return { kind: 'more', needBytes: at }
  if (at > 0) {
    const why = openDatagram(bytes, session)
    if (why) return { kind: 'bad', why }
  }
  const size = packageSizeAt(bytes, at)
  if (size === undefined) return { kind: 'bad', why: 'a package without its mark' }
  if (size === 'more') return { kind: 'more', needBytes: bytes.length + 1 }
  if (size < PACKAGE_HEADER_BYTES || at + size > MAX_FRAME_BYTES)
    return { kind: 'bad', why: `package of ${size} bytes` }
  return bytes.length < at + size
    ? { kind: 'more', needBytes: at + size }
    : { kind: 'frame', size: at + size }
}

/** Keeps the IMEI for the packages that follow. Returns what is wrong, if anything is. */
function openDatagram(bytes: Buffer, session: Session): string | undefined {
  const imei = imeiOf(bytes)
  if (bytes.readUInt16BE(0) !== DATAGRAM_MARK || !isDigits(imei, 15, 15)) return 'no header of a datagram'
  // On a connection the header counts for the package behind it, and the rest of the bytes may not be there yet.
  if (session.transport === 'tcp') return undefined
  session.variant = imei
  const end = 4 + bytes.readUInt16BE(2)
  if (end !== bytes.length) return 'length does not match'
  return bytes.readUInt16BE(4) === datagramSum(bytes.subarray(6)) ? undefined : 'checksum'
}

/** Without the zero in front. */
export function imeiOf(bytes: Buffer): string {
  return bytes.toString('hex', 6, DATAGRAM_HEADER_BYTES).slice(1)
}
