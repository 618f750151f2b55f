import { bitwiseCrc } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) =>
    frame.readUInt16BE(frame.length - 2) === bitwiseCrc(frame.subarray(2, -2), 0x8408, 0),
}
