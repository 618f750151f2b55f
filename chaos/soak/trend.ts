// Whether a figure that was sampled for a while grows, or only goes up and down. Pure, so that it can be tested with
// planted leaks.

export interface Sample {
  atMs: number
  value: number
}

export interface Trend {
  /** Where the figure lies. */
  level: number
  perHour: number
  /** Over the time that is judged: all but the first third. */
  growth: number
}

/** Caches fill and code is compiled in the beginning. */
const warmUpShare = 1 / 3
const stretches = 12

/** The slope of the calmest moments: what a process still has after it cleaned up is what it leaks. */
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
  const perStretch = Math.max(1, Math.ceil(samples.length / stretches))
  const lowest: Sample[] = []
  for (let from = 0; from < samples.length; from += perStretch) {
    const stretch = samples.slice(from, from + perStretch)
    // In the middle of its stretch, wherever it was: the time between two of them is the same.
    const middle = stretch[stretch.length >> 1]!
    lowest.push({ atMs: middle.atMs, value: Math.min(...stretch.map(({ value }) => value)) })
  }
  return lowest
}

/** The median of the slopes between all pairs: a third of the samples may be anything without changing it much. */
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
