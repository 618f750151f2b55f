// Whether an operation costs the same with ten and a hundred times the data: locations and devices grow together, and
// one account with them, while another stays the same.

import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Cost, Costs } from './growth/cost.ts'
import { measureCosts } from './growth/cost.ts'
import { dayMs, fillHistory, fillQuarantine, rowsPerDevice, sizeOf } from './growth/fill.ts'
import type { Reader } from './growth/operations.ts'
import { baseline, maxUnknown, operationsOf, sqlBaseline } from './growth/operations.ts'
import { makeReader, rangeOf } from './growth/reader.ts'
import { measureDrops } from './growth/retention.ts'
import { measureStoring } from './growth/storing.ts'
import type { Figures } from './harness.ts'
import type { Served } from './installation.ts'
import { createFleetAccount, install } from './installation.ts'

const callerDevices = 100
const smallest = 1_000_000
const flat = 1.3
/** Reported, but without a target. */
const exempt = new Set([
  // Reads all names of the account (decision 15): it grows with the caller's own devices.
  'search for one device, fleet, CPU, large to small',
  'search for one device, fleet, pages, large to small',
])
/** Reports per device between two checkpoints: 1 is the worst case, 10 is every 30 seconds for 5 minutes. */
const storings: [name: string, reportsPerCheckpoint: number][] = [
  ['store 1,000, once a checkpoint, fleet', 1],
  ['store 1,000, ten times a checkpoint, fleet', 10],
]
const dropping = 'drop a week'
const postgresSettings = {
  shared_buffers: '2GB',
  shared_preload_libraries: 'pg_stat_statements',
  // Autovacuum would run at random moments; every stage is vacuumed once instead.
  autovacuum: 'off',
}

interface Stage {
  size: number
  rows: number
  costs: Costs
  bytesPerRow: number
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { large: { type: 'string', default: '10000000' } } })
  const sizes = sizesUpTo(Number(values.large))
  const installation = await install(
    imeisOf('35630703', callerDevices),
    {},
    { postgresSettings: postgresSettings },
  )
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  let api: Served | undefined
  try {
    await superuser.connect()
    await superuser.query('create extension pg_stat_statements')
    const today = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    api = await installation.serve('api', 'warn')
    const caller = await makeReader(superuser, api, installation.account)
    await fillHistory(superuser, today, rangeOf(caller), () => {})
    await fillQuarantine(superuser, maxUnknown)
    const growing = await createFleetAccount(installation.open, [], 'growing@example.com')
    const stages: Stage[] = []
    let fleet: Reader | undefined
    for (const size of sizes) {
      fleet = await growTo(superuser, api, growing, fleet, size, today)
      const { operations, stop } = operationsOf(installation, api, caller, fleet, today)
      const costs = await measureCosts(superuser, api.pid, operations)
      stop()
      // After the reads: these rows are newer than all others.
      for (const [name, reports] of storings) {
        costs.set(name, await measureStoring(superuser, installation, fleet, reports))
      }
      costs.set(dropping, await measureDrops(superuser, installation, fleet))
      stages.push({ size, costs, ...(await sizeOf(superuser)) })
      print(size, costs)
    }
    const { figures, targets } = compare(stages)
    report('growth', figures, targets)
  } finally {
    await api?.stop()
    await superuser.end()
    await installation.remove()
  }
}

function sizesUpTo(large: number): number[] {
  const sizes = []
  for (let size = smallest; size <= large; size *= 10) sizes.push(size)
  return sizes
}

/** Grows the fleet and its history to `size` locations. */
async function growTo(
  superuser: pg.Client,
  api: Served,
  account: Reader['account'],
  before: Reader | undefined,
  size: number,
  today: Date,
): Promise<Reader> {
  const has = account.deviceIds.length
  await account.grow(imeisOf('35630704', size / rowsPerDevice).slice(has))
  const fleet = await makeReader(superuser, api, account, before?.groupId)
  const added = fleet.numbers.slice(has)
  const print = (rows: number) =>
    process.stderr.write(`\r${(has * rowsPerDevice + rows).toLocaleString('en')} locations`)
  await fillHistory(superuser, today, { first: added[0]!, last: added.at(-1)! }, print)
  process.stderr.write('\n')
  return fleet
}

function print(size: number, costs: Costs): void {
  for (const [name, { cpuUs, databaseUs, pages, pagesNotInMemory, p50Ms }] of costs) {
    const words = [cpuUs, databaseUs, pages, pagesNotInMemory].map((value) => Math.round(value))
    process.stderr.write(
      `  ${size.toLocaleString('en').padStart(11)}  ${name.padEnd(42)} CPU ${words[0]} µs (database ${words[1]}), ` +
        `${words[2]} pages (${words[3]} not in memory), ${p50Ms.toFixed(2)} ms\n`,
    )
  }
}

/** Compares the largest with the smallest store. CPU time is relative to the baseline, to cancel out load. */
function compare(stages: Stage[]): {
  figures: Figures
  targets: Targets
} {
  const [small, large] = [stages[0]!, stages.at(-1)!]
  const figures: Figures = {
    'locations, small': small.rows,
    'locations, large': large.rows,
    'bytes per location on disk, as written': large.bytesPerRow,
  }
  const targets: Targets = {}
  const yard = (name: string, costs: Costs) => costs.get(usesHttp(name) ? baseline : sqlBaseline)!.cpuUs
  for (const [name, atLarge] of large.costs) {
    const atSmall = small.costs.get(name)!
    for (const { size, costs } of stages)
      figures[`${name}, CPU µs at ${size / 1e6} million`] = costs.get(name)!.cpuUs
    figures[`${name}, pages, small`] = atSmall.pages
    figures[`${name}, pages, large`] = atLarge.pages
    figures[`${name}, p50 ms, large`] = atLarge.p50Ms
    const ratios: [string, number][] = [
      [
        'CPU, large to small',
        atLarge.cpuUs / yard(name, large.costs) / (atSmall.cpuUs / yard(name, small.costs)),
      ],
      ['pages, large to small', pagesRatio(atSmall, atLarge)],
    ]
    for (const [what, ratio] of ratios) {
      figures[`${name}, ${what}`] = ratio
      if (name !== baseline && name !== sqlBaseline && !exempt.has(`${name}, ${what}`)) {
        targets[`${name}, ${what}`] = { atMost: flat }
      }
    }
  }
  const dropped = (costs: Costs, size: number) => costs.get(dropping)!.cpuUs / yard(dropping, costs) / size
  figures['drop a week, CPU per row, large to small'] =
    dropped(large.costs, large.size) / dropped(small.costs, small.size)
  const store = large.costs.get(storings.at(-1)![0])!
  figures['WAL bytes per location'] = store.walBytes / 1_000
  return { figures, targets }
}

const usesHttp = (name: string) => name === baseline || /^(newest|one-day|page|search|a group)/.test(name)

/** One more index level is one more page per look-up: counted as it is. Zero pages are no growth. */
function pagesRatio(small: Cost, large: Cost): number {
  return small.pages === 0 ? 1 : large.pages / small.pages
}
