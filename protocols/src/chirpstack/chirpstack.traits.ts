import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  loss: { hasOnlyCoordinates: true, gridDeg: 1e-6 },
}
