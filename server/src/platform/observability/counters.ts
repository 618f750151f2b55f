// Figures for where prom-client's own cost more than what they count: plain numbers, read when somebody asks.
// Measured: 350 ns for a labelled counter or a histogram of the library, 25 ns for these.

import type { Metric, Registry } from 'prom-client'
import { Counter } from 'prom-client'

export interface Tally {
  n: number
}

/** A counter with one label. Whoever counts often keeps the tally of his label's value. */
export function createTallies<L extends string>(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: L },
): (value: string) => Tally {
  const tallies = new Map<string, Tally>()
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, { n }] of tallies) this.inc({ [label]: value } as Record<L, string>, n)
    },
  })
  return (value) => {
    let tally = tallies.get(value)
    if (!tally) {
      tally = { n: 0 }
      tallies.set(value, tally)
    }
    return tally
  }
}

export interface QuickHistogram {
  observe(value: number): void
}

/** Without labels. */
export function createQuickHistogram(
  registry: Registry,
  { name, help, buckets }: { name: string; help: string; buckets: readonly number[] },
): QuickHistogram {
  const counts = new Float64Array(buckets.length + 1)
  let sum = 0
  const values = () => {
    let count = 0
    const filled = [...buckets, '+Inf'].map((le, index) => {
      count += counts[index]!
      return { metricName: `${name}_bucket`, labels: { le }, value: count }
    })
    return [
      ...filled,
      { metricName: `${name}_sum`, labels: {}, value: sum },
      { metricName: `${name}_count`, labels: {}, value: count },
    ]
  }
  const said = { name, help, type: 'histogram', labelNames: [], aggregator: 'sum' }
  // The registry asks nothing more of a metric than this.
  registry.registerMetric({ ...said, get: async () => ({ ...said, values: values() }) } as unknown as Metric)
  return {
    observe(value) {
      let bucket = 0
      while (bucket < buckets.length && value > buckets[bucket]!) bucket += 1
      counts[bucket]! += 1
      sum += value
    },
  }
}
