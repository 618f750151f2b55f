import { ccittOf } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  // Text has none.
  checksumIsRight: (frame) =>
    frame.subarray(0, 8).includes(':') ||
    frame.readUInt16BE(frame.length - 4) === ccittOf(frame.subarray(4, -4)),
  isNoise: (byte) => byte !== 0x2b,
}
