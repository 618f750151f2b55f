import { bitwiseCrc } from '../testing/fuzz.ts'
import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) =>
    isTopin(frame) ||
    frame.readUInt16BE(frame.length - 4) === (bitwiseCrc(frame.subarray(2, -4), 0x8408, 0xffff) ^ 0xffff),
  isNoise: (byte) => byte !== 0x78 && byte !== 0x79,
  floods: ['78', '79790fa0ff', '7878', '7878ff69260504102030'],
}

/** Its frames have no checksum, and another length. */
function isTopin(frame: Buffer): boolean {
  return frame[0] === 0x78 && (frame.length < 10 || frame[2] !== frame.length - 5)
}
