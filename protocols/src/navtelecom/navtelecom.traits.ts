import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  // FLEX has a CRC-8 of polynomial 31, bit by bit; NTCB an exclusive or of its content, and one of its header.
  checksumIsRight: (frame) =>
    frame.subarray(0, 4).toString('latin1') === '@NTC'
      ? frame[14] === xorOf(frame.subarray(16)) && frame[15] === xorOf(frame.subarray(0, 15))
      : frame.at(-1) === crcOf(frame.subarray(0, -1)),
  floods: ['7e', '7f', '404e5443', '7e41ff'],
}

const xorOf = (bytes: Uint8Array) => bytes.reduce((left, right) => left ^ right, 0)

function crcOf(bytes: Uint8Array): number {
  let crc = 0xff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x31) & 0xff : crc << 1
  }
  return crc
}
