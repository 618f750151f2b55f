// npm run chaos -- <experiment>: starts what it needs, breaks it, and says whether it held. Ends non-zero where not.

import { parseArgs } from 'node:util'
import { hostile } from './hostile.ts'
import { ledger } from './ledger.ts'
import { natsCluster } from './nats-cluster.ts'
import { outage } from './outage.ts'
import type { Report } from './report.ts'
import { lineOf, missed, tableOf } from './report.ts'
import { restore } from './restore.ts'
import { stream } from './stream.ts'

interface Options {
  seconds: number | undefined
  seed: number
  devices: number | undefined
  rate: number | undefined
  how: string | undefined
}

type Experiment = (options: Options, say: (line: string) => void) => Promise<Report>

const experiments: Record<string, Experiment> = {
  ledger: ({ seconds = 300, seed, devices = 500, rate = 500 }, say) =>
    ledger({ seconds, seed, devices, locationsPerSecond: rate }, say),
  outage: ({ seconds = 60, seed, rate = 1_000, how }, say) =>
    outage({ seconds, seed, locationsPerSecond: rate, how: how === 'pause' ? 'pause' : 'kill' }, say),
  hostile: ({ seconds = 45, seed }, say) => hostile({ seconds, seed }, say),
  stream: ({ seconds = 120, seed, devices = 1_000, rate = 2_000 }, say) =>
    stream({ seconds, seed, devices, eventsPerSecond: rate }, say),
  restore: ({ seconds = 4, seed, devices = 200, rate = 300 }, say) =>
    restore({ seconds, seed, devices, locationsPerSecond: rate }, say),
  'nats-cluster': ({ seconds = 20, seed, devices = 300, rate = 300 }, say) =>
    natsCluster({ seconds, seed, devices, locationsPerSecond: rate }, say),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    devices: { type: 'string' },
    rate: { type: 'string' },
    how: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
const experiment = experiments[name]
if (!experiment) {
  console.error(`npm run chaos -- <${Object.keys(experiments).join(' | ')}> [--seconds N] [--seed N]`)
  process.exit(2)
}
const seconds = values.minutes ? Number(values.minutes) * 60 : numberOf(values.seconds)
const report = await experiment(
  {
    seconds,
    seed: numberOf(values.seed) ?? Math.floor(Math.random() * 1e6),
    devices: numberOf(values.devices),
    rate: numberOf(values.rate),
    how: values.how,
  },
  (line) => console.log(line),
)
console.log(`\n${tableOf(report)}\n`)
console.log(lineOf(name, report))
process.exit(missed(report).length === 0 ? 0 : 1)

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
