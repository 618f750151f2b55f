import { ccittOf } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) => frame.readUInt16LE(4) === ccittOf(frame.subarray(8), 0),
}
