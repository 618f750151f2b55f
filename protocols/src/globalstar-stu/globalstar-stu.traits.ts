import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  loss: { hasOnlyCoordinates: true, gridDeg: 2.2e-5 },
}
