// The options before a message, which name the sender, and the head of the message itself.
import { ByteReader } from '../byte-reader.ts'

const HAS_OPTIONS = 0x80
const HAS_MORE_OPTIONS = 0x40
const HAS_IDENTIFIER = 0x01
const OPTIONS = 6
/** Digits in halves of bytes, filled up with F. */
const IDENTIFIER = /^(\d{1,20})f*$/

export interface Header {
  identifier: string
  service: number
  type: number
  sequence: number
}

/** Undefined without an identifier: a datagram could then be that of any unit. */
export function readHeader(bytes: ByteReader): Header | undefined {
  const options = bytes.uint8()
  if (!(options & HAS_OPTIONS) || options & HAS_MORE_OPTIONS || !(options & HAS_IDENTIFIER)) return undefined
  const [, identifier] = IDENTIFIER.exec(bytes.hex(bytes.uint8())) ?? []
  for (let option = 1; option < OPTIONS; option++) if ((options >> option) & 1) bytes.skip(bytes.uint8())
  const header = { service: bytes.uint8(), type: bytes.uint8(), sequence: bytes.uint16() }
  return identifier && !bytes.overrun ? { identifier, ...header } : undefined
}

export function headerOf(datagram: Buffer): Header | undefined {
  return readHeader(new ByteReader(datagram))
}
