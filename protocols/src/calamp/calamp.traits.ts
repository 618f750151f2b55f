import type { Traits } from '../testing/traits.ts'

export const traits: Traits = {
  // Speed is in centimetres per second.
  loss: { hasOnlyCoordinates: true, gridDeg: 1e-7 },
}
