// The envelope of Eview: mark | flags | length | checksum | running number | command | keys. Little endian.
import { crc16Xmodem } from '../checksums.ts'

export const MARK = 0xab
/** Up to the command, which the length and the checksum include. */
export const HEADER_BYTES = 8
export const WANTS_ANSWER = 0x10

export const commands = {
  report: 0x01,
  configuration: 0x02,
  services: 0x03,
  system: 0x04,
  refused: 0x7e,
  response: 0x7f,
}

export interface Packet {
  flags: number
  index: number
  command: number
  keys: Buffer
  checksumIsRight: boolean
}

/** Undefined unless the length fits. */
export function openPacket(frame: Buffer): Packet | undefined {
  if (frame.length <= HEADER_BYTES || frame[0] !== MARK) return undefined
  if (frame.readUInt16LE(2) !== frame.length - HEADER_BYTES) return undefined
  return {
    flags: frame[1]!,
    index: frame.readUInt16LE(6),
    command: frame[HEADER_BYTES]!,
    keys: frame.subarray(HEADER_BYTES + 1),
    checksumIsRight: frame.readUInt16LE(4) === crc16Xmodem(frame, HEADER_BYTES),
  }
}

export function sealPacket(flags: number, index: number, command: number, keys: Uint8Array): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + 1 + keys.length)
  packet[0] = MARK
  packet[1] = flags
  packet.writeUInt16LE(1 + keys.length, 2)
  packet.writeUInt16LE(index & 0xffff, 6)
  packet[HEADER_BYTES] = command
  packet.set(keys, HEADER_BYTES + 1)
  packet.writeUInt16LE(crc16Xmodem(packet, HEADER_BYTES), 4)
  return packet
}

/** The length includes the number of the key. */
export function keyOf(number: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([value.length + 1, number]), value])
}

/** A key that is cut short ends the list. */
export function* eachKey(keys: Buffer): Generator<{ key: number; value: Buffer }> {
  let at = 0
  while (at + 1 < keys.length) {
    const end = at + 1 + keys[at]!
    if (end < at + 2 || end > keys.length) return
    yield { key: keys[at + 1]!, value: keys.subarray(at + 2, end) }
    at = end
  }
}
