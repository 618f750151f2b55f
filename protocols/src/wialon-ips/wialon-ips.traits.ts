import type { Traits } from '../testing/traits.ts'

export const traits: Traits = { floods: ['23', '0a', '2344230a', '2349233939393b', '23492331323b0a'] }
