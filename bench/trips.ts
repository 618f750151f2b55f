// npm run bench -- trips: what trips cost. Ingest with and without them, the delay of an event, history, storage, growth,
// and the marks in the recorder's statement. --only names parts; --large 100000000 is the full size of the growth.

import { parseArgs } from 'node:util'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { measureGrowth } from './trips/growth.ts'
import { measureHistory } from './trips/history.ts'
import { measureLatency } from './trips/latency.ts'
import { measureStatement } from './trips/statement.ts'
import { measureTurns } from './trips/turns.ts'

/** What the marks may cost a location when devices report several at a time. */
const maxMarksUs = 0.3
const flat = 1.3

const targets: Targets = {
  'ingest, trips on to off': { atLeast: 0.9 },
  'live, trips started': { atLeast: 20 },
  'live, trip.started p95, s': { atMost: 20 },
  'live, processing lag p99, s': { atMost: 720 },
  'backfill, locations/s and core': { atLeast: 100_000 },
  'backfill again, locations/s and core': { atLeast: 100_000 },
  'storage, MB per device-year': { atMost: 2 },
  'statement, 10 a device, marks, µs': { atMost: maxMarksUs },
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: 'statement,ingest,history,live,growth' },
      devices: { type: 'string', default: '2500' },
      rounds: { type: 'string', default: '5' },
      offered: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '120' },
      weeks: { type: 'string', default: '2' },
      large: { type: 'string', default: '10000000' },
    },
  })
  const [devices, rounds] = [Number(values.devices), Number(values.rounds)]
  const parts: Record<string, () => Promise<Figures>> = {
    statement: () => measureStatement({ rounds, batches: 50 }),
    ingest: () =>
      measureTurns({
        devices,
        rounds,
        locationsPerSecond: Number(values.offered),
        locationsPerDevice: 20,
      }),
    history: () => measureHistory({ devices: 50, weeks: Number(values.weeks) }),
    live: () =>
      measureLatency({
        locationsPerSecond: Number(values.rate),
        warmUpSeconds: 90,
        seconds: Number(values.seconds),
      }),
    growth: () => measureGrowth({ largest: Number(values.large) }),
  }
  const figures: Figures = {}
  for (const part of values.only.split(',')) Object.assign(figures, await parts[part]!())
  const growing = Object.keys(figures).filter((name) => name.endsWith('CPU, large to small'))
  const wanted: Targets = {
    ...targets,
    ...Object.fromEntries(growing.map((name) => [name, { atMost: flat }])),
  }
  const measured = Object.entries(wanted).filter(([name]) => name in figures)
  report('trips', figures, Object.fromEntries(measured))
}
