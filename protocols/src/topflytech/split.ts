// Finds the end of a Topflytech message by its length. There is nothing to find the next one by if that is wrong.
import type { Detection, Split } from '../protocol.types.ts'
import { HEADER_BYTES, isHeader, types } from './message.ts'

export const MAX_FRAME_BYTES = 2047

const MAX_TYPE = 0x20
const IMEI_AT = 7

/** GPS103 begins like the first family, but with a comma in place of the type. */
export function detect(bytes: Buffer): Detection {
  if (!isHeader((bytes[0]! << 8) | (bytes[1] ?? bytes[0]!))) return 'no'
  const [, , type, high] = bytes
  if (type !== undefined && (type === 0 || type > MAX_TYPE) && type !== types.command) return 'no'
  if (high !== undefined && high > MAX_FRAME_BYTES >> 8) return 'no'
  if (bytes.length < HEADER_BYTES) return 'more'
  const size = bytes.readUInt16BE(3)
  const hasImei = /^0\d{15}$/.test(bytes.toString('hex', IMEI_AT, HEADER_BYTES))
  return hasImei && size >= HEADER_BYTES && size <= MAX_FRAME_BYTES ? 'yes' : 'no'
}

export function split(bytes: Buffer): Split {
  if (!isHeader((bytes[0]! << 8) | (bytes[1] ?? bytes[0]!)))
    return { kind: 'bad', why: 'a message without its header' }
  if (bytes.length < 5) return { kind: 'more', needBytes: bytes.length < 2 ? 2 : 5 }
  const size = bytes.readUInt16BE(3)
  if (size < HEADER_BYTES || size > MAX_FRAME_BYTES) return { kind: 'bad', why: `message of ${size} bytes` }
  return bytes.length < size ? { kind: 'more', needBytes: size } : { kind: 'frame', size }
}
