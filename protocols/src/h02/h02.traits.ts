import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => byte !== 0x2a && byte !== 0x24,
  floods: ['2a', '24', '2a48512c31', '2a48512c31322a48'],
}
