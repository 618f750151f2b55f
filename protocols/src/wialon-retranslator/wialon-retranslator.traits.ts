import type { Traits } from '../testing/traits.ts'

export const traits: Traits = { floods: ['0a000000', '14000000383600'] }
