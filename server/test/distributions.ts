// Compares two samples: their means, and their distributions by the Kolmogorov-Smirnov test.

export interface Difference {
  /** The relative difference of the means. */
  meansApart: number
  /** The largest distance of the distributions, and the probability of one at least as large by chance. */
  ksD: number
  ksP: number
}

export function differenceOf(one: number[], other: number[]): Difference {
  const ksD = largestDistance(one, other)
  return {
    meansApart: apart(one, other),
    ksD,
    ksP: ksProbability(ksD, one.length, other.length),
  }
}

function apart(one: number[], other: number[]): number {
  const means = [one, other].map((sample) => sample.reduce((sum, value) => sum + value, 0) / sample.length)
  return Math.max(...means) / Math.min(...means) - 1
}

function largestDistance(one: number[], other: number[]): number {
  const [left, right] = [one, other].map((sample) => sample.toSorted((a, b) => a - b)) as [number[], number[]]
  let largest = 0
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const value = Math.min(left[i]!, right[j]!)
    while (left[i]! <= value) i += 1
    while (right[j]! <= value) j += 1
    largest = Math.max(largest, Math.abs(i / left.length - j / right.length))
  }
  return largest
}

/** Asymptotic (Numerical Recipes, 14.3). */
function ksProbability(distance: number, n: number, m: number): number {
  const root = Math.sqrt((n * m) / (n + m))
  const lambda = (root + 0.12 + 0.11 / root) * distance
  let sum = 0
  for (let term = 1; term <= 100; term += 1)
    sum += 2 * (-1) ** (term - 1) * Math.exp(-2 * (lambda * term) ** 2)
  return Math.min(1, Math.max(0, sum))
}
