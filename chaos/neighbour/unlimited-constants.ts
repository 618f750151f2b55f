// Loaded into the server processes of the negative control with `--import`. The bounds between accounts are constants of
// the code, on purpose: no setting of the product can switch them off. Here they are replaced while the modules load. A
// bound that is no longer found is an error, so that the control does not become a copy of the experiment.

import { registerHooks } from 'node:module'

interface Bound {
  file: string
  constant: string
  unlimited: string
}

const bounds: Bound[] = [
  // Computing time of an account's rules, and the pauses for other work.
  {
    file: 'features/alerts/judge-meter.ts',
    constant: 'const burstMs = 100',
    unlimited: 'const burstMs = 1e9',
  },
  {
    file: 'features/alerts/judge-meter.ts',
    constant: 'const msPerSecond = 100',
    unlimited: 'const msPerSecond = 1e9',
  },
  {
    file: 'features/alerts/judge-meter.ts',
    constant: 'const sliceMs = 10',
    unlimited: 'const sliceMs = 1e9',
  },
  {
    file: 'features/alerts/judge-meter.ts',
    constant: 'const maxBatchMs = 250',
    unlimited: 'const maxBatchMs = 1e9',
  },
  // Threads with long computations.
  {
    file: 'platform/async/thread-priority.ts',
    constant: 'const niceness = 10',
    unlimited: 'const niceness = 0',
  },
  {
    file: 'platform/async/thread-priority.ts',
    constant: 'const restPerWait = 2',
    unlimited: 'const restPerWait = 0',
  },
  { file: 'platform/async/slices.ts', constant: 'const sliceMs = 5', unlimited: 'const sliceMs = 1e9' },
  // Requests of an account in progress.
  { file: 'platform/http/fairness.ts', constant: 'share(3 / 8)', unlimited: '1e9' },
  { file: 'platform/http/fairness.ts', constant: 'share(1 / 4)', unlimited: '1e9' },
  {
    file: 'platform/http/fairness.ts',
    constant: 'heavy: { concurrency: 1,',
    unlimited: 'heavy: { concurrency: 1e9,',
  },
  { file: 'platform/http/slot-time.ts', constant: 'const burstMs = 5_000', unlimited: 'const burstMs = 1e9' },
  {
    file: 'features/audit/audit.queries.ts',
    constant: 'const maxPageBytes = 128 * 1_024',
    unlimited: 'const maxPageBytes = 1e9',
  },
  // Geofences around points.
  {
    file: 'features/places/geofence-budget.ts',
    constant: 'const burstMs = 50',
    unlimited: 'const burstMs = 1e9',
  },
  // Reports of an account at once.
  {
    file: 'features/reports/reporter.api.ts',
    constant: 'const runsPerAccount = 2',
    unlimited: 'const runsPerAccount = 1e9',
  },
  {
    file: 'features/reports/run.ts',
    constant: 'export const maxUnfinished = 20',
    unlimited: 'export const maxUnfinished = 1e9',
  },
  // What the logs sync for one account before the message of another.
  {
    file: 'platform/bus/split-messages.ts',
    constant: 'const maxMessageBytes = 64 * 1_024',
    unlimited: 'const maxMessageBytes = 1e9',
  },
  {
    file: 'features/locations/report.api.ts',
    constant: 'concurrency: 4,',
    unlimited: 'concurrency: 1e9,',
  },
]

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const mine = bounds.filter(({ file }) => url.endsWith(`/server/src/${file}`))
    if (mine.length === 0 || !loaded.source) return loaded
    const source = mine.reduce(
      (text, { file, constant, unlimited }) => {
        if (!text.includes(constant)) throw new Error(`${file} has no "${constant}" any more`)
        return text.replace(constant, unlimited)
      },
      typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source),
    )
    return { ...loaded, source }
  },
})
