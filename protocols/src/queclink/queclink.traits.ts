import { ccittOf } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  // Text has none.
  checksumIsRight: (frame) => {
    if (frame.subarray(0, 8).includes(':')) return true
    if (isPro(frame)) return frame.at(-2) === crc8Of(frame.subarray(0, -2))
    return frame.readUInt16BE(frame.length - 4) === ccittOf(frame.subarray(4, -4))
  },
  isNoise: (byte) => byte !== 0x2b && byte !== 0x2d,
  floods: ['2b00', '2d00000f00', '2b0003ff000860000000000066'],
}

/** Letters follow the mark in the other formats. */
function isPro(frame: Buffer): boolean {
  return frame[1] === 0x00 || frame[1] === 0x10
}

function crc8Of(bytes: Uint8Array): number {
  let crc = 0xff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x31) & 0xff : (crc << 1) & 0xff
  }
  return crc
}
