import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => byte !== 0x28,
}
