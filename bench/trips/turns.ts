// Ingest with and without the trip processor, by turns: the CPU time of all processes per location, until everything is
// stored and processed.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { imeisOf } from '../../simulator/src/identifiers.ts'
import type { Figures } from '../harness.ts'
import { cpuSeconds, median } from '../harness.ts'
import { runFleet } from '../ingest.ts'
import type { Served } from '../installation.ts'
import { install } from '../installation.ts'
import { difference, meterOf } from '../meters.ts'

export interface TurnOptions {
  devices: number
  rounds: number
  locationsPerSecond: number
  /** As many as a device reports between two runs of the processor at its usual pace. */
  locationsPerDevice: number
}

const dayMs = 86_400_000
const vehicles = 100
const daysOfTracks = 4

interface Turn {
  /** CPU microseconds per location, by process. */
  cpu: Record<string, number>
  cpuUs: number
  acknowledgedP99Ms: number
  waitedMs: number
}

interface Side {
  /** As autovacuum does after a minute or two. */
  analyze(): Promise<void>
  turn(waitMs?: number): Promise<Turn>
  stop(): Promise<void>
}

export async function measureTurns(options: TurnOptions): Promise<Figures> {
  const sides: { on?: Side; off?: Side } = {}
  try {
    sides.on = await openSide(options, true)
    sides.off = await openSide(options, false)
    const [on, off]: [Turn[], Turn[]] = [[], []]
    // One more than counted: code is compiled, and every device gets its state.
    for (let round = 0; round <= options.rounds; round += 1) {
      const one = await sides.on.turn()
      // Idle processes use CPU time too: both wait equally long.
      const other = await sides.off.turn(one.waitedMs)
      if (round === 0) {
        await sides.on.analyze()
        await sides.off.analyze()
        continue
      }
      on.push(one)
      off.push(other)
    }
    return figuresOf(on, off)
  } finally {
    await sides.on?.stop()
    await sides.off?.stop()
  }
}

function figuresOf(on: Turn[], off: Turn[]): Figures {
  const of = (turns: Turn[], pick: (turn: Turn) => number) => median(turns.map(pick))
  const figures: Figures = {
    'ingest, CPU µs per location, trips off': of(off, ({ cpuUs }) => cpuUs),
    'ingest, CPU µs per location, trips on': of(on, ({ cpuUs }) => cpuUs),
  }
  for (const name of Object.keys(on[0]!.cpu)) {
    figures[`ingest, ${name}, CPU µs per location, trips off`] = of(off, ({ cpu }) => cpu[name] ?? 0)
    figures[`ingest, ${name}, CPU µs per location, trips on`] = of(on, ({ cpu }) => cpu[name]!)
  }
  figures['ingest, trips on to off'] = median(on.map(({ cpuUs }, round) => off[round]!.cpuUs / cpuUs))
  figures['ingest, acknowledged p99, ms, trips off'] = of(off, (turn) => turn.acknowledgedP99Ms)
  figures['ingest, acknowledged p99, ms, trips on'] = of(on, (turn) => turn.acknowledgedP99Ms)
  return figures
}

async function openSide(options: TurnOptions, hasTrips: boolean): Promise<Side> {
  const { devices, locationsPerSecond, locationsPerDevice } = options
  const identifiers = imeisOf('35630705', devices)
  const installation = await install(identifiers)
  const superuser = new pg.Client({
    connectionString: installation.services.postgres.url('superuser', 'rastro'),
  })
  await superuser.connect()
  // The locations are older than the devices.
  await superuser.query(`update directory_identifiers set since = '-infinity'`)
  const { rows } = await superuser.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { pid: ownPid } = rows[0]!
  const names = ['gateway', 'recorder', ...(hasTrips ? ['trips'] : [])]
  const served: Record<string, Served> = {}
  for (const name of names) served[name] = await installation.serve(name)
  const meter = meterOf(installation, served)
  const startMs = Math.floor(Date.now() / dayMs) * dayMs - (daysOfTracks + 1) * dayMs
  const tracks = { vehicles, startMs, days: daysOfTracks, seed: 5 }
  const reportsBefore: number[] = []

  return {
    async analyze() {
      await superuser.query('vacuum (analyze)')
    },
    async turn(waitMs) {
      const before = meter()
      const ownBefore = cpuSeconds(ownPid)
      const { acknowledged, reports, latencyP99Ms } = await runFleet({
        identifiers,
        locationsPerSecond,
        seconds: (devices * locationsPerDevice) / locationsPerSecond,
        port: served.gateway!.gatewayPort!,
        tracks: { ...tracks, reportsBefore: [...reportsBefore] },
      })
      reportsBefore.push(reports)
      while ((await installation.open.ctx.bus.locations.pending()) > 0) await sleep(20)
      const startedAt = performance.now()
      if (hasTrips) await catchUp(superuser)
      else await sleep(waitMs)
      const waitedMs = performance.now() - startedAt
      const after = meter()
      const ownSeconds = cpuSeconds(ownPid) - ownBefore
      const cpu = Object.fromEntries(
        Object.entries(after).map(([name, reading]) => {
          const { cpuSeconds: spent } = difference(reading, before[name]!)
          return [name, ((name === 'postgres' ? spent - ownSeconds : spent) * 1e6) / acknowledged]
        }),
      )
      const cpuUs = Object.values(cpu).reduce((sum, one) => sum + one, 0)
      return { cpu, cpuUs, acknowledgedP99Ms: latencyP99Ms, waitedMs }
    },
    async stop() {
      await Promise.all(Object.values(served).map((one) => one.stop()))
      await superuser.end()
      await installation.remove()
    },
  }
}

export async function makeDue(superuser: pg.Client): Promise<void> {
  await superuser.query(`update trip_states set processed_at = '-infinity', not_before = '-infinity'`)
}

/** Makes all devices due, and waits until the processor has read everything. */
export async function catchUp(superuser: pg.Client): Promise<void> {
  await makeDue(superuser)
  while ((await countUnprocessed(superuser)) > 0) await sleep(200)
}

export async function countUnprocessed(superuser: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await superuser.query(`
    select count(*)::int as count from newest_locations n left join trip_states s using (account_id, device_number)
    where s.account_id is null or s.late_count <> n.late_count or s.redo_from is not null
      or n.latest_at > coalesce(s.read_until, '-infinity')`)
  return rows[0].count
}
