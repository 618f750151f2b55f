import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  saysLess: { isOnlyAPlace: true, placeDeg: 1e-6 },
}
