// Judges the samples of a soak: which figures grew, and by how much they may.

import type { Figures, Targets } from '../../scripts/proof/report.ts'
import type { Series } from './sampler.ts'
import { afterWarmUp, median, trendOf } from './trend.ts'

interface Bound {
  of: RegExp
  /** A shorter run shows normal fluctuation of services and garbage collectors, not leaks. */
  fromSeconds?: number
  /** Allowed growth over the judged time, as a share of the typical value … */
  share: number
  /** … or this much, whichever is more: a share of a tiny value is meaningless. */
  amount: number
  /** The same for a run of minutes, where it is more meaningful than the share. */
  amountOfShort?: number
}

const longSeconds = 1_200

/**
 * An hour judges forty minutes. The heap after a collection is exact, so it may hardly grow. Resident memory
 * fluctuates by a few percent with uncollected garbage: a process of 200 MB that grows by 5 % in forty minutes would
 * take half a day to double, and a leak of one byte for each of the hour's millions of locations is above that.
 */
const bounds: Bound[] = [
  { of: /: heap after a collection, MB$/, share: 0.03, amount: 2 },
  { of: /: RSS, MB$/, share: 0.05, amount: 4, fromSeconds: longSeconds },
  { of: /: outside the heap, MB$/, share: 0.05, amount: 4, fromSeconds: longSeconds },
  { of: /private memory, MB$/, share: 0.05, amount: 8, fromSeconds: longSeconds },
  // Connections to mail servers and webhook receivers stay open for half a minute after a burst.
  { of: /: file handles$/, share: 0.05, amount: 3, amountOfShort: 20 },
  { of: /: event loop p99, ms$/, share: 0.5, amount: 10 },
  { of: /: connections/, share: 0, amount: 2 },
  { of: /^log: messages/, share: 0.5, amount: 50 },
  { of: /^nats: consumers$/, share: 0, amount: 1 },
  { of: /^newest: size, MB$/, share: 0.05, amount: 1 },
  { of: /^store: outbox waiting$/, share: 0.5, amount: 500 },
]

export function judge(series: Series, seconds: number): { figures: Figures; targets: Targets } {
  const figures: Figures = {}
  const targets: Targets = {}
  for (const [name, samples] of series) {
    const bound = bounds.find(({ of }) => of.test(name))
    if (!bound) continue
    const { level, growth } = trendOf(samples)
    const amount = seconds < longSeconds ? (bound.amountOfShort ?? bound.amount) : bound.amount
    const max = Math.max(amount, level * bound.share)
    figures[name] = round(level)
    figures[`${name}: growth`] = round(growth)
    if (seconds >= (bound.fromSeconds ?? 0)) targets[`${name}: growth`] = { atMost: round(max) }
  }
  for (const [name, samples] of series) {
    if (!name.endsWith('pool waiters')) continue
    const values = afterWarmUp(samples).map(({ value }) => value)
    figures[`${name}, most`] = Math.max(0, ...values)
    // Occasional waiters are normal; a count that never returns to zero means leaked connections.
    figures[`${name}, lowest of the last samples`] = Math.min(...values.slice(-10))
    targets[`${name}, lowest of the last samples`] = { is: 0 }
  }
  const oldest = afterWarmUp(series.get('log: oldest waiting, s') ?? []).map(({ value }) => value)
  figures['log: oldest waiting, s, median'] = round(median(oldest))
  targets['log: oldest waiting, s, median'] = { atMost: 1 }
  const ratio = (of: string, to: string) => round(grown(series, of) / Math.max(1, grown(series, to)))
  figures['log: bytes per location'] = ratio('log: bytes', 'recorder: locations taken')
  figures['gateway: bytes received per location'] = ratio(
    'gateway: bytes received',
    'gateway: locations received',
  )
  // For the judged time: at first rows are inserted, and pages fill.
  figures['newest: updates in the page, share'] = ratio('newest: updates in the page', 'newest: updates')
  targets['newest: updates in the page, share'] = { atLeast: 0.95 }
  const dead = afterWarmUp(series.get('newest: dead rows, share') ?? []).map(({ value }) => value)
  figures['newest: dead rows, median share'] = round(median(dead))
  return { figures, targets }
}

function grown(series: Series, name: string): number {
  const samples = afterWarmUp(series.get(name) ?? [])
  return (samples.at(-1)?.value ?? 0) - (samples[0]?.value ?? 0)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
