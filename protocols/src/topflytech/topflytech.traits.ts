import type { Traits } from '../testing/traits.ts'

/** Coordinates are numbers of 32 bits. */
export const traits: Traits = { loss: { hasOnlyCoordinates: false, gridDeg: 1e-5 } }
