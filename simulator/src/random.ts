// Reproducible random numbers: the same seed gives the same sequence.

export interface Random {
  /** From 0, below 1. */
  next(): number
  between(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32: small, fast, and good enough for everything but secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
  }
}
