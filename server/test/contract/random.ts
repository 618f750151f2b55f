// Repeatable random numbers.

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number below. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
  is(share: number): boolean
}

/** mulberry32 */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (values) => values[below(values.length)]!,
    is: (share) => next() < share,
  }
}
