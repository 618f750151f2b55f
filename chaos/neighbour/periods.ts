// Durations by period of the experiment. A sample belongs to the period in which it was due, so that a call that
// hangs counts against the attack that delayed it.

export interface Sample {
  dueAtMs: number
  durationMs: number
}

export interface Period {
  name: string
  fromMs: number
  toMs: number
}

export interface Summary {
  count: number
  p50Ms: number
  p99Ms: number
  p999Ms: number
  maxMs: number
}

export function samplesOf(samples: readonly Sample[], { fromMs, toMs }: Period): Sample[] {
  return samples.filter(({ dueAtMs }) => dueAtMs >= fromMs && dueAtMs < toMs)
}

/** Nearest rank: the smallest duration that this share of the samples does not exceed. NaN without samples. */
export function quantileOf(durationsMs: readonly number[], share: number): number {
  const sorted = durationsMs.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function summaryOf(samples: readonly Sample[]): Summary {
  const durationsMs = samples.map(({ durationMs }) => durationMs)
  const quantile = (share: number) => Math.round(quantileOf(durationsMs, share) * 10) / 10
  return {
    count: samples.length,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    p999Ms: quantile(0.999),
    maxMs: quantile(1),
  }
}

/** The p99 of each window of a period, and the median of these: one stall of the machine moves it little. */
export function medianWindowP99(samples: readonly Sample[], period: Period, windowMs: number): number {
  const windows = Math.max(1, Math.round((period.toMs - period.fromMs) / windowMs))
  const lengthMs = (period.toMs - period.fromMs) / windows
  const p99s = Array.from({ length: windows }, (_, index) => {
    const fromMs = period.fromMs + index * lengthMs
    return summaryOf(samplesOf(samples, { name: '', fromMs, toMs: fromMs + lengthMs })).p99Ms
  })
  return quantileOf(
    p99s.filter((p99) => !Number.isNaN(p99)),
    0.5,
  )
}
