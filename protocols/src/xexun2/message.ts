// A message between two marks: type | running number | IMEI | length | checksum | body. A mark inside is escaped.
import { ByteWriter } from '../byte-writer.ts'
import { isDigits } from '../text-values.ts'

export const MARK = Buffer.from([0xfa, 0xaf])
const ESCAPE = Buffer.from([0xfb, 0xbf])
const HEADER_BYTES = 16
const LENGTH_BITS = 0x3ff

export const types = { command: 0x07, positions: 0x14 } as const

export interface Message {
  type: number
  index: number
  /** Fifteen digits, and one more that fills the last byte. */
  imei: string
  body: Buffer
}

/** What is wrong, if anything is. */
export function openMessage(frame: Buffer): Message | string {
  const isMarked = frame.length > MARK.length * 2 && MARK.equals(frame.subarray(0, 2))
  if (!isMarked || !MARK.equals(frame.subarray(-2))) return 'not a whole message'
  const plain = unescaped(frame.subarray(MARK.length, -MARK.length))
  if (plain.length < HEADER_BYTES) return 'not a whole message'
  const body = plain.subarray(HEADER_BYTES)
  if ((plain.readUInt16BE(12) & LENGTH_BITS) !== body.length) return 'length does not match'
  if (plain.readUInt16BE(14) !== checksumOf(body)) return 'checksum'
  const imei = plain.toString('hex', 4, 12)
  if (!isDigits(imei.slice(0, 15), 15, 15)) return 'a message without an IMEI'
  return { type: plain.readUInt16BE(0), index: plain.readUInt16BE(2), imei, body }
}

export function sealMessage({ type, index, imei, body }: Message): Buffer {
  const plain = new ByteWriter().uint16(type).uint16(index).hex(imei)
  plain.uint16(body.length).uint16(checksumOf(body)).bytes(body)
  return Buffer.concat([MARK, escaped(plain.toBuffer()), MARK])
}

/** The complement of the sum. */
function checksumOf(body: Uint8Array): number {
  let sum = 0
  for (const byte of body) sum += byte
  return ~sum & 0xffff
}

function unescaped(bytes: Buffer): Buffer {
  if (bytes.indexOf(ESCAPE) < 0) return bytes
  const plain = Buffer.allocUnsafe(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const isEscape = bytes[at] === ESCAPE[0] && bytes[at + 1] === ESCAPE[1]
    const which = isEscape ? bytes[at + 2] : undefined
    if (which !== 1 && which !== 2) {
      plain[size++] = bytes[at]!
      continue
    }
    size += (which === 1 ? MARK : ESCAPE).copy(plain, size)
    at += 2
  }
  return plain.subarray(0, size)
}

function escaped(bytes: Buffer): Buffer {
  const out = new ByteWriter()
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes.subarray(at, at + 2)
    const which = MARK.equals(pair) ? 1 : ESCAPE.equals(pair) ? 2 : 0
    if (which === 0) out.uint8(bytes[at]!)
    else {
      out.bytes(ESCAPE).uint8(which)
      at++
    }
  }
  return out.toBuffer()
}
