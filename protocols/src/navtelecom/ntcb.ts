// NTCB: the envelope of a connection's first messages, with two checksums by exclusive or.
import { ByteWriter } from '../byte-writer.ts'

const HEADER_BYTES = 16
const NEGOTIATION = '*>FLEX'
const FLEX = 0xb0
/** Protocol, two versions and the number of fields follow the name. */
const MASK_AT = 10

/** In hexadecimal, of a negotiation of FLEX. */
export function maskOf(content: Buffer): string | undefined {
  if (content.toString('latin1', 0, 6) !== NEGOTIATION || content[6] !== FLEX) return undefined
  const bytes = Math.ceil((content[9] ?? 0) / 8)
  if (bytes === 0 || content.length !== MASK_AT + bytes) return undefined
  return content.toString('hex', MASK_AT)
}

/** With the versions that the tracker wants. */
export function acceptedFlex(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from('*<FLEX'), content.subarray(6, 9)])
}

export function isIntact(frame: Buffer): boolean {
  return frame[14] === xorOf(frame, HEADER_BYTES) && frame[15] === xorOf(frame, 0, 15)
}

/** Receiver and sender change places. */
export function answerTo(frame: Buffer, content: Uint8Array): Buffer {
  return sealNtcb(frame.readUInt32LE(8), frame.readUInt32LE(4), content)
}

export function sealNtcb(receiver: number, sender: number, content: Uint8Array): Buffer {
  const header = new ByteWriter().ascii('@NTC').uint32LE(receiver).uint32LE(sender).uint16LE(content.length)
  header.uint8(xorOf(content, 0))
  return header.uint8(xorOf(header.toBuffer(), 0)).bytes(content).toBuffer()
}

function xorOf(bytes: Uint8Array, from: number, end = bytes.length): number {
  let sum = 0
  for (let at = from; at < end; at++) sum ^= bytes[at]!
  return sum
}
