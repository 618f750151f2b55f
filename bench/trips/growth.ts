// Whether trips cost the same with a hundred times the locations: processing new ones, a month of a device's trips, and
// the summary of an account that stays the same.

import pg from 'pg'
import { storeLocations } from '../../server/src/features/recorder/recorder.queries.ts'
import type { StorableRow } from '../../server/src/features/recorder/storable-row.types.ts'
import { processDevices } from '../../server/src/features/trips/processing.ts'
import { processDue } from '../../server/src/features/trips/processor.api.ts'
import type { Cost, Costs, Operation } from '../growth/cost.ts'
import { measureCosts, measureRound, medianOf } from '../growth/cost.ts'
import { dayMs } from '../growth/fill.ts'
import { baseline, sqlBaseline } from '../growth/operations.ts'
import type { Figures } from '../harness.ts'
import type { FleetAccount, Installation, Served } from '../installation.ts'
import { createFleetAccount, getToken, install } from '../installation.ts'
import { fillTrips, rowsPerDevice } from './fill.ts'

export interface GrowthOptions {
  largest: number
}

const smallest = 1_000_000
const callerDevices = 100
const processing = 'process 20 locations of 100 devices, fleet'
const processedDevices = 100
const locationsPerDevice = 20
const rounds = 15
const postgresSettings = {
  shared_buffers: '2GB',
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
}

interface Owner {
  account: FleetAccount
  numbers: number[]
  token: string
}

export async function measureGrowth({ largest }: GrowthOptions): Promise<Figures> {
  const none = Array.from({ length: callerDevices }, () => null)
  const installation = await install(none, {}, { postgresSettings })
  const { open, services } = installation
  const superuser = new pg.Client({ connectionString: services.postgres.url('superuser', 'rastro') })
  let api: Served | undefined
  try {
    await superuser.connect()
    await superuser.query('create extension pg_stat_statements')
    api = await installation.serve('api', 'warn')
    const today = new Date(Math.floor(Date.now() / dayMs) * dayMs)
    const caller = await ownerOf(superuser, api, installation.account)
    await fillTrips(superuser, today, caller.numbers)
    const growing = await createFleetAccount(open, [], 'growing@example.com')
    const stages: { size: number; costs: Costs }[] = []
    for (let size = smallest; size <= largest; size *= 10) {
      const has = growing.deviceIds.length
      await growing.grow(Array.from({ length: size / rowsPerDevice - has }, () => null))
      const fleet = await ownerOf(superuser, api, growing)
      await fillTrips(superuser, today, fleet.numbers.slice(has))
      while (await processDue(open.ctx));
      await superuser.query(
        'vacuum (analyze) segments, segment_days, device_days, trip_states, newest_locations',
      )
      const costs = await measureCosts(superuser, api.pid, readsOf(api, caller, fleet, today))
      for (const [name, cost] of await measureProcessing(superuser, installation, fleet))
        costs.set(name, cost)
      stages.push({ size, costs })
      process.stderr.write(`${size.toLocaleString('en')} locations measured\n`)
    }
    return compare(stages)
  } finally {
    await api?.stop()
    await superuser.end()
    await installation.remove()
  }
}

async function ownerOf(superuser: pg.Client, api: Served, account: FleetAccount): Promise<Owner> {
  const { rows } = await superuser.query('select number from devices where account_id = $1 order by number', [
    account.accountId,
  ])
  const numbers = rows.map(({ number }) => number as number)
  return { account, numbers, token: await getToken(api, { account }) }
}

function readsOf(api: Served, caller: Owner, fleet: Owner, today: Date): Operation[] {
  const get = async (path: string, { token }: Owner) => {
    const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
  const monthAgo = new Date(today.getTime() - 30 * dayMs)
  const dateOf = (at: Date) => at.toISOString().slice(0, 10)
  const period = `from=${monthAgo.toISOString()}&to=${today.toISOString()}`
  const tripsOf = (name: string, owner: Owner): Operation => ({
    name: `a month of trips, ${name}`,
    times: 100,
    once: (index) => {
      const { deviceIds } = owner.account
      return get(`/api/devices/${deviceIds[(index * 7_919) % deviceIds.length]}/trips?${period}`, owner)
    },
  })
  return [
    { name: baseline, times: 100, once: () => get('/api/account', caller) },
    tripsOf('caller', caller),
    tripsOf('fleet', fleet),
    {
      name: 'the summary of a month, caller',
      times: 20,
      once: () => get(`/api/summaries?from=${dateOf(monthAgo)}&to=${dateOf(today)}&by=device`, caller),
    },
  ]
}

const sqlBaselineOf = (open: Installation['open']): Operation => ({
  name: sqlBaseline,
  times: 500,
  once: () => open.ctx.db.recorder`select 1 as one`,
})

/** New locations of devices that are spread over the fleet: each drives on. With the baseline of the same moments. */
async function measureProcessing(
  superuser: pg.Client,
  { open }: Installation,
  { account, numbers }: Owner,
): Promise<Costs> {
  const { accountId } = account
  const step = Math.floor(numbers.length / processedDevices)
  const chosen = Array.from({ length: processedDevices }, (_, index) => numbers[index * step]!)
  const { rows } = await superuser.query(
    'select max(extract(epoch from latest_at))::float8 * 1000 as ms from newest_locations where account_id = $1',
    [accountId],
  )
  let atMs = Math.max(Date.now(), rows[0].ms) + 30_000
  const baselineOperation = sqlBaselineOf(open)
  const [costs, baselines]: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const batch = chosen.flatMap((deviceNumber) =>
      Array.from({ length: locationsPerDevice }, (_, index): StorableRow => {
        const fixedAtMs = atMs + index * 30_000
        const moved = Math.round((fixedAtMs / 30_000) % 20_000) * 3_000
        return {
          device: { deviceNumber, deviceId: '', accountId, class: 2, isElsewhere: false },
          row: [
            '',
            fixedAtMs,
            fixedAtMs + 500,
            404_000_000 + moved,
            0,
            index,
            600,
            400,
            0,
            null,
            9,
            null,
            '',
          ],
        }
      }),
    )
    await storeLocations(open.ctx.db.recorder, batch)
    atMs += locationsPerDevice * 30_000
    await superuser.query('checkpoint')
    const operation = {
      name: processing,
      times: 1,
      once: () => processDevices(open.ctx, accountId, chosen),
    }
    const cost = await measureRound(superuser, [process.pid], operation, round)
    const ofBaseline = await measureRound(superuser, [process.pid], baselineOperation, round)
    // The first round warms up.
    if (round === 0) continue
    costs.push(cost)
    baselines.push(ofBaseline)
  }
  return new Map([
    [processing, medianOf(costs)],
    [sqlBaseline, medianOf(baselines)],
  ])
}

/** The largest store compared with the smallest. CPU time is relative to the baseline, to cancel out load. */
function compare(stages: { size: number; costs: Costs }[]): Figures {
  const [small, large] = [stages[0]!, stages.at(-1)!]
  const figures: Figures = { 'growth, locations, large': large.size }
  for (const [name, atLarge] of large.costs) {
    if (name === baseline || name === sqlBaseline) continue
    const yard = name === processing ? sqlBaseline : baseline
    const atSmall = small.costs.get(name)!
    for (const { size, costs } of stages)
      figures[`growth, ${name}, CPU µs at ${size / 1e6} million`] = costs.get(name)!.cpuUs
    figures[`growth, ${name}, pages, small`] = atSmall.pages
    figures[`growth, ${name}, pages, large`] = atLarge.pages
    figures[`growth, ${name}, CPU, large to small`] =
      atLarge.cpuUs / large.costs.get(yard)!.cpuUs / (atSmall.cpuUs / small.costs.get(yard)!.cpuUs)
  }
  return figures
}
