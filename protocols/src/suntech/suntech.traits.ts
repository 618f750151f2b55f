import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => byte === 0x0d || (byte !== 0x02 && byte < 0x41) || byte > 0x8a,
}
