// Two cells on one core each, compared with one alone on either: whether cells scale out. Everything of a cell runs
// on its core: PostgreSQL, NATS, gateway, recorder and its trackers. The shared directory is a separate PostgreSQL on
// any core; it is not queried while trackers connect to their home cell.

import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import type { Postgres } from '../scripts/services/postgres.ts'
import { startPostgres } from '../scripts/services/postgres.ts'
import { joinCell } from '../server/src/features/cells/join.api.ts'
import { migrate, sharedDirectory } from '../server/src/operations/migrate/migrate.ts'
import { openConnection } from '../server/src/platform/db/db.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import type { Figures } from './harness.ts'
import { cpuSeconds, median } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { install } from './installation.ts'
import type { FleetJob, FleetResult } from './load/ingest-fleet.ts'

const fleetProcess = fileURLToPath(new URL('./load/ingest-fleet.ts', import.meta.url))
const cores = [0, 1] as const
const shares = ['simulator', 'gateway', 'nats', 'recorder', 'postgres'] as const
type Share = (typeof shares)[number]

interface Cell {
  core: number
  identifiers: string[]
  installation: Installation
  gateway: Served
  pids: Record<Exclude<Share, 'simulator'>, number>
  remove(): Promise<void>
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      offered: { type: 'string', default: '30000' },
    },
  })
  const dir = mkdtempSync(join(tmpdir(), 'rastro-bench-directory-'))
  const directory = await startPostgres({ dir, settings: { shared_buffers: '16MB' } })
  const cells: Cell[] = []
  try {
    await directory.createDatabase('directory')
    const ownerUrl = directory.url('owner', 'directory')
    await migrate(ownerUrl, () => {}, { directory: sharedDirectory, hasJobs: false })
    for (const core of cores) cells.push(await startCell(directory, core, Number(values.devices)))
    const load = { locationsPerSecond: Number(values.offered), seconds: Number(values.seconds) }
    report('cells', await compare(cells, load, Number(values.rounds)), {
      'two cells against the mean of one alone': { atLeast: 1.7 },
    })
  } finally {
    for (const cell of cells) await cell.remove()
    await directory.remove()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The first round is a warm-up and not counted. */
async function compare(
  cells: Cell[],
  load: Omit<FleetJob, 'port' | 'identifiers'>,
  rounds: number,
): Promise<Figures> {
  const [first, second] = cells as [Cell, Cell]
  const alone: [Measured[], Measured[]] = [[], []]
  const together: Measured[][] = []
  await measure(cells, load)
  for (let round = 0; round < rounds; round += 1) {
    alone[0].push(...(await measure([first], load)))
    alone[1].push(...(await measure([second], load)))
    together.push(await measure(cells, load))
  }
  const rateOf = (all: Measured[]) => median(all.map(({ perSecond }) => perSecond))
  const figures: Figures = {}
  figures['one cell on core 0, locations/s'] = rateOf(alone[0])
  figures['one cell on core 1, locations/s'] = rateOf(alone[1])
  // What both stored, until the slower one had stored everything.
  const rates = together.map((both) => {
    return sum(both.map(({ stored }) => stored)) / Math.max(...both.map(({ seconds }) => seconds))
  })
  figures['two cells at once, locations/s'] = median(rates)
  // Of the same round, so that a temporarily slow machine is slow for both.
  figures['two cells against the mean of one alone'] = median(
    rates.map((rate, round) => (2 * rate) / (alone[0][round]!.perSecond + alone[1][round]!.perSecond)),
  )
  // Below 2 if the cores interfere with each other. Above it if other programs use the machine: the backlog is then
  // stored in larger batches, which cost less, and neither figure is meaningful.
  const wholeOf = (all: Measured[]) => median(all.map(({ cpu }) => sum(Object.values(cpu))))
  figures['the same by CPU time: twice the cost alone over the cost together'] =
    (2 * wholeOf(alone.flat())) / wholeOf(together.flat())
  for (const share of shares) {
    const costOf = (all: Measured[]) => median(all.map(({ cpu }) => cpu[share]))
    figures[`${share} alone, CPU µs per location`] = costOf(alone.flat())
    figures[`${share} together, CPU µs per location`] = costOf(together.flat())
  }
  for (const core of cores) {
    figures[`core ${core} busy, its cell alone`] = median(alone[core].map(({ busy }) => busy[core]!))
    figures[`core ${core} busy, its cell resting`] = median(alone[1 - core]!.map(({ busy }) => busy[core]!))
    figures[`core ${core} busy, both cells`] = median(together.map(([one]) => one!.busy[core]!))
  }
  return figures
}

interface Measured {
  perSecond: number
  stored: number
  seconds: number
  cpu: Record<Share, number>
  /** Share of each core in use, from 0 to 1. */
  busy: number[]
}

/** Loads all given cells at the same time. */
async function measure(cells: Cell[], load: Omit<FleetJob, 'port' | 'identifiers'>): Promise<Measured[]> {
  const before = readCores()
  const measured = await Promise.all(cells.map((cell) => measureOne(cell, load)))
  const busy = readCores().map(
    ({ busy, all }, core) => (busy - before[core]!.busy) / (all - before[core]!.all),
  )
  return measured.map((one) => ({ ...one, busy }))
}

async function measureOne(
  { core, identifiers, installation, gateway, pids }: Cell,
  load: Omit<FleetJob, 'port' | 'identifiers'>,
): Promise<Omit<Measured, 'busy'>> {
  const before = Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)] as const)
  const fleet = fork(fleetProcess)
  pin(fleet.pid!, core)
  const startedAt = performance.now()
  fleet.send({ ...load, identifiers, port: gateway.gatewayPort! } satisfies FleetJob)
  const [result] = (await once(fleet, 'message')) as [FleetResult]
  const { locations } = installation.open.ctx.bus
  while ((await locations.pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - startedAt) / 1_000 - result.startupSeconds
  fleet.kill()
  const perLocation = (cpu: number) => (cpu / result.acknowledged) * 1e6
  const cpu = { simulator: perLocation(result.spent.cpuSeconds) } as Record<Share, number>
  for (const [name, used] of before) {
    cpu[name as Share] = perLocation(cpuSeconds(pids[name as keyof typeof pids]) - used)
  }
  return { perSecond: result.acknowledged / seconds, stored: result.acknowledged, seconds, cpu }
}

async function startCell(directory: Postgres, core: number, devices: number): Promise<Cell> {
  const number = core + 1
  const identifiers = imeisOf(`3563070${number}`, devices)
  const settings = {
    RASTRO_CELL_NUMBER: String(number),
    RASTRO_DIRECTORY_URL: directory.url('app', 'directory'),
  }
  const installation = await install(identifiers, settings, {
    userName: `fleet${number}@example.com`,
    async prepare({ ctx }, env, { postgres, nats }) {
      pin(postgres.pid()!, core)
      pin(nats.pid()!, core)
      const own = await openConnection(String(env.RASTRO_DATABASE_OWNER_URL), 'bench')
      const shared = await openConnection(directory.url('owner', 'directory'), 'bench')
      const addresses = { apiUrl: 'http://127.0.0.1:9', gatewayHost: '127.0.0.1', gatewayPort: 9 }
      await joinCell(ctx, { own: own.db, directory: shared.db }, { number, ...addresses })
      await own.end()
      await shared.end()
    },
  })
  const { services, serve, remove } = installation
  const [gateway, recorder] = [await serve('gateway'), await serve('recorder')]
  const pids = {
    gateway: gateway.pid,
    recorder: recorder.pid,
    nats: services.nats.pid()!,
    postgres: services.postgres.pid()!,
  }
  for (const pid of Object.values(pids)) pin(pid, core)
  return {
    core,
    identifiers,
    installation,
    gateway,
    pids,
    async remove() {
      await Promise.all([gateway.stop(), recorder.stop()])
      await remove()
    },
  }
}

function sum(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** With all its threads and children; later ones inherit it. */
function pin(pid: number, core: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', String(core), String(one)])
    if (status !== 0 && one === pid) throw new Error(`process ${pid} cannot be pinned: ${stderr}`)
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
    return children.split(' ').filter(Boolean).map(Number)
  })
}

/** Ticks of each core since boot: busy, and in total. */
function readCores(): { busy: number; all: number }[] {
  return readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => {
      const ticks = line.split(/\s+/).slice(1, 9).map(Number)
      const all = ticks.reduce((sum, one) => sum + one, 0)
      const [, , , idle = 0, waiting = 0] = ticks
      return { busy: all - idle - waiting, all }
    })
}
