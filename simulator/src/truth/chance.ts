import type { Random } from '../random.ts'

/** Normally distributed with mean 0 and standard deviation 1 (Box and Muller). */
export function normal({ next }: Random): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

/** Log-normally distributed around a median, within bounds. */
export function around(random: Random, median: number, spread: number, [min, max]: [number, number]): number {
  return Math.min(max, Math.max(min, median * Math.exp(spread * normal(random))))
}

/** A process with memory: it forgets its value with the time constant, and keeps its standard deviation. */
export function relaxed(
  random: Random,
  value: number,
  deviation: number,
  elapsed: number,
  constant: number,
): number {
  const kept = Math.exp(-elapsed / constant)
  return value * kept + deviation * Math.sqrt(1 - kept * kept) * normal(random)
}
