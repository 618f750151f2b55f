// Cheap metrics for hot paths: plain numbers that are read on a scrape. Measured: 25 ns per increment, against 350 ns for a
// labelled counter or a histogram of prom-client.

import type { Metric, Registry } from 'prom-client'
import { Counter } from 'prom-client'

export interface Count {
  n: number
}

/** A counter with one label. Hot paths keep the returned count of their label value. */
export function createCounters<L extends string>(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: L },
): (value: string) => Count {
  const counts = new Map<string, Count>()
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, { n }] of counts) this.inc({ [label]: value } as Record<L, string>, n)
    },
  })
  return (value) => {
    let count = counts.get(value)
    if (!count) {
      count = { n: 0 }
      counts.set(value, count)
    }
    return count
  }
}

export interface QuickHistogram {
  observe(value: number): void
}

/** A histogram without labels. */
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
  const description = { name, help, type: 'histogram', labelNames: [], aggregator: 'sum' }
  // The registry uses only these members of a metric.
  registry.registerMetric({
    ...description,
    get: async () => ({ ...description, values: values() }),
  } as unknown as Metric)
  return {
    observe(value) {
      let bucket = 0
      while (bucket < buckets.length && value > buckets[bucket]!) bucket += 1
      counts[bucket]! += 1
      sum += value
    },
  }
}
