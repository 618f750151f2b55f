import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  checksumIsRight: (frame) =>
    Number.parseInt(frame.toString('latin1', frame.length - 4, frame.length - 2), 16) ===
    frame.subarray(0, -4).reduce((sum, byte) => (sum + byte) % 256, 0),
  isNoise: (byte) => byte !== 0x24 && byte !== 0x40,
}
