import { bitwiseCrc } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) =>
    frame.readUInt32BE(frame.length - 4) === bitwiseCrc(frame.subarray(8, -4), 0xa001, 0),
}
