import { ccittOf } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) => frame.readUInt16LE(frame.length - 2) === ccittOf(frame.subarray(frame[3], -2)),
  floods: ['01', '0100000b00'],
}
