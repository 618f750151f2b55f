// npm run chaos -- <experiment>: starts an installation, breaks it, and reports the result. Exits non-zero on failure.

import { parseArgs } from 'node:util'
import type { Report } from '../scripts/proof/report.ts'
import { missed, report } from '../scripts/proof/report.ts'
import { archive } from './archive.ts'
import { erase } from './erase.ts'
import { escalation } from './escalation.ts'
import { failover } from './failover.ts'
import { hostile } from './hostile.ts'
import { enterSealed } from './installation/sealed.ts'
import { ledger } from './ledger.ts'
import { move } from './move.ts'
import { natsCluster } from './nats-cluster.ts'
import { neighbour } from './neighbour.ts'
import { outage } from './outage.ts'
import { pools } from './pools.ts'
import { powerCut } from './power-cut.ts'
import { restore } from './restore.ts'
import { soak } from './soak.ts'
import { stream } from './stream.ts'

interface Options {
  seconds: number | undefined
  seed: number
  devices: number | undefined
  rate: number | undefined
  how: string | undefined
  faults: 'usual' | 'all'
  cycles: number | undefined
  seeds: number | undefined
  hasFairness: boolean
  only: string[] | undefined
}

type Experiment = (options: Options, log: (line: string) => void) => Promise<Report>

const experiments: Record<string, Experiment> = {
  ledger: ({ seconds = 300, seed, devices = 500, rate = 500, faults }, log) =>
    ledger({ seconds, seed, devices, locationsPerSecond: rate, faults }, log),
  outage: ({ seconds = 60, seed, rate = 1_000, how }, log) =>
    outage({ seconds, seed, locationsPerSecond: rate, how: how === 'pause' ? 'pause' : 'kill' }, log),
  hostile: ({ seconds = 45, seed }, log) => hostile({ seconds, seed }, log),
  stream: ({ seconds = 120, seed, devices = 1_000, rate = 2_000 }, log) =>
    stream({ seconds, seed, devices, eventsPerSecond: rate }, log),
  restore: ({ seconds = 4, seed, devices = 200, rate = 300 }, log) =>
    restore({ seconds, seed, devices, locationsPerSecond: rate }, log),
  move: ({ seconds = 90, seed, devices = 60, rate = 60 }, log) =>
    move({ seconds, seed, devices, locationsPerSecond: rate }, log),
  erase: ({ seed, rate = 20_000 }, log) => erase({ seed, locations: rate }, log),
  archive: ({ seed, cycles = 12 }, log) => archive({ seed, cycles }, log),
  escalation: ({ seconds = 60, seed, seeds = 10_000 }, log) => escalation({ seconds, seed, seeds }, log),
  pools: ({ seconds = 60, seed }, log) => pools({ seconds, seed }, log),
  soak: ({ seconds = 3_600, seed, devices = 6_000, rate }, log) =>
    soak({ seconds, seed, devices, locationsPerSecond: rate }, log),
  neighbour: ({ seconds = 600, seed, hasFairness, only }, log) =>
    neighbour({ seconds, seed, hasFairness, only }, log),
  'nats-cluster': ({ seconds = 20, seed, devices = 300, rate = 300 }, log) =>
    natsCluster({ seconds, seed, devices, locationsPerSecond: rate }, log),
  failover: ({ seconds = 45, seed, devices = 200, rate = 200 }, log) =>
    failover({ seconds, seed, devices, locationsPerSecond: rate }, log),
  'power-cut': ({ cycles = 20, seed, devices = 60, rate = 40 }, log) =>
    powerCut({ cycles, seed, devices, locationsPerSecond: rate }, log),
}

/** The exit code where nothing was lost or wrong, but something took too long: worth another run on a busy machine. */
const onlyTimesMissed = 3

/** Experiments that freeze, mount or filter things that must not outlive them. */
const sealed = new Set(['failover'])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    devices: { type: 'string' },
    rate: { type: 'string' },
    how: { type: 'string' },
    faults: { type: 'string' },
    cycles: { type: 'string' },
    seeds: { type: 'string' },
    'without-fairness': { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const name = positionals[0] ?? ''
const experiment = experiments[name]
if (!experiment || values.help) {
  const usage = `npm run chaos -- <${Object.keys(experiments).join(' | ')}> [--seconds N] [--seed N]`
  if (values.help) console.log(usage)
  else console.error(usage)
  process.exit(values.help ? 0 : 2)
}
const faults = values.faults === 'all' ? 'all' : 'usual'
if (sealed.has(name) || faults === 'all') await enterSealed()
// An interrupted experiment cleans up too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const seconds = values.minutes ? Number(values.minutes) * 60 : numberOf(values.seconds)
const { figures, targets } = await experiment(
  {
    seconds,
    seed: numberOf(values.seed) ?? Math.floor(Math.random() * 1e6),
    devices: numberOf(values.devices),
    rate: numberOf(values.rate),
    how: values.how,
    faults,
    cycles: numberOf(values.cycles),
    seeds: numberOf(values.seeds),
    hasFairness: !values['without-fairness'],
    only: values.only?.split(','),
  },
  (line) => console.log(line),
)
report(values['without-fairness'] ? `${name}-without-fairness` : name, figures, targets)
const misses = missed({ figures, targets })
if (misses.length > 0 && misses.every((figure) => /(Ms|Ratio)$/.test(figure)))
  process.exitCode = onlyTimesMissed
process.exit()

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
