import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  isNoise: (byte) => byte !== 0x5b,
  floods: ['5b', '5b33472a382a334530302a', '5b33472a', '5b33472a382a', '5b33472a382a303030302a'],
}
