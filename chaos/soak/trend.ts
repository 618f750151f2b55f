// Whether a sampled figure grows, or only fluctuates. Pure, so that it can be tested with planted leaks.

export interface Sample {
  atMs: number
  value: number
}

export interface Trend {
  /** The typical value. */
  level: number
  perHour: number
  /** Over the judged time: all but the first third. */
  growth: number
}

/** Caches fill and code is compiled at first. */
const warmUpShare = 1 / 3
const chunks = 12

/** The slope of the lowest values: what a process still uses after a collection is what it leaks. */
export function trendOf(samples: readonly Sample[]): Trend {
  const judged = afterWarmUp(samples)
  const floor = lowestOfEach(judged)
  const perMs = theilSen(floor)
  const forMs = judged.length === 0 ? 0 : judged.at(-1)!.atMs - judged[0]!.atMs
  return {
    level: median(floor.map(({ value }) => value)),
    perHour: perMs * 3_600_000,
    growth: perMs * forMs,
  }
}

export function afterWarmUp(samples: readonly Sample[]): Sample[] {
  if (samples.length === 0) return []
  const fromMs = samples[0]!.atMs + (samples.at(-1)!.atMs - samples[0]!.atMs) * warmUpShare
  return samples.filter(({ atMs }) => atMs >= fromMs)
}

function lowestOfEach(samples: readonly Sample[]): Sample[] {
  const perChunk = Math.max(1, Math.ceil(samples.length / chunks))
  const lowest: Sample[] = []
  for (let from = 0; from < samples.length; from += perChunk) {
    const chunk = samples.slice(from, from + perChunk)
    // Placed in the middle of its chunk, so that the distances in time are equal.
    const middle = chunk[chunk.length >> 1]!
    lowest.push({ atMs: middle.atMs, value: Math.min(...chunk.map(({ value }) => value)) })
  }
  return lowest
}

/** The median of the slopes between all pairs: robust against outliers in up to a third of the samples. */
export function theilSen(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((left, index) =>
    samples.slice(index + 1).map((right) => (right.value - left.value) / (right.atMs - left.atMs)),
  )
  return median(slopes)
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
