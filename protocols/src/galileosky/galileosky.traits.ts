import { bitwiseCrc } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) =>
    frame.readUInt16LE(frame.length - 2) === bitwiseCrc(frame.subarray(0, -2), 0xa001, 0xffff),
}
