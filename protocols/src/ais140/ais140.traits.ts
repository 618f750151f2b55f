import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => byte !== 0x24,
  floods: ['24', '242c', '24242c2a', '242c2c2c2c2c2a', '0d0a'],
}
