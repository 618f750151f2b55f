// npm run bench -- ingest --single: one location a packet, as real trackers send them, over thousands of connections.
// Beside it the bare services do the same work: TCP with JetStream, and inserts in the batches that result.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeRules } from '../chaos/books/rules.ts'
import { report } from '../scripts/proof/report.ts'
import { findFreePort } from '../scripts/services/ports.ts'
import { createPgClient } from '../server/src/platform/db/primary.ts'
import { metricsPortOf } from '../server/src/roles/roles.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { openBareStore } from './bare/store.ts'
import type { Figures } from './harness.ts'
import { cpuSeconds, median, percentile } from './harness.ts'
import type { Installation, Served } from './installation.ts'
import { createFleetAccount, install } from './installation.ts'
import { startBare } from './load/side-by-side.ts'
import type { SingleLoad, SingleOrder, SingleResult } from './load/single-fleet.ts'

const fleetProcess = fileURLToPath(new URL('./load/single-fleet.ts', import.meta.url))
const accounts = 8
/** Files of a process that are not connections of trackers. */
const otherFiles = 200
const rulesTakeEffectMs = 3_000
const measured = ['simulator', 'gateway', 'nats', 'recorder', 'postgres'] as const
const bareMeasured = ['simulator', 'server', 'nats'] as const

export interface SingleOptions {
  connections: number
  /** Reports without an answer at saturation. */
  inFlight: number
  seconds: number
  rounds: number
}

export async function runSingle({ connections, inFlight, seconds, rounds }: SingleOptions): Promise<void> {
  const processes = processesFor(connections)
  const identifiers = imeisOf('35630704', connections)
  const installation = await install([], {
    RASTRO_METRICS_PORT: '0',
    RASTRO_LOG_LEVEL: 'info',
  })
  try {
    for (let index = 0; index < accounts; index += 1) {
      const own = identifiers.filter((_, position) => position % accounts === index)
      await createFleetAccount(installation.open, own, `single-${index}@example.com`)
    }
    await installation.account.grow(Array.from({ length: connections }, () => null))
    const ours = await openOurs(installation, identifiers, processes)
    const echo = await openEcho(installation, identifiers, processes)
    const bareStore = await openBareStore(installation)
    const figures: Figures = { connections, gateways: processes, 'simulator processes': processes }
    const closed: SingleLoad = { kind: 'closed', inFlight }
    const results: Record<'without rules' | 'with rules' | 'bare', Measured[]> = {
      ...{ 'without rules': [], 'with rules': [], bare: [] },
    }
    const stores: number[] = []
    try {
      await setRules(installation, false)
      // Warm-up: new processes run uncompiled code.
      await ours.measure(closed, seconds / 2)
      await echo.measure(closed, seconds / 4)
      for (let round = 0; round < rounds; round += 1) {
        results.bare.push(await echo.measure(closed, seconds / 2))
        await setRules(installation, false)
        const alone = await ours.measure(closed, seconds)
        results['without rules'].push(alone)
        await setRules(installation, true)
        results['with rules'].push(await ours.measure(closed, seconds))
        const batch = { rowsPerStatement: Math.round(alone.rowsPerBatch), rowsPerReport: 1 }
        stores.push((await bareStore.measure('insertAndNewest', seconds / 4, batch)).perSecond)
      }
      await setRules(installation, false)
      const half = median(results['without rules'].map(({ perSecond }) => perSecond)) / 2
      const calm = await ours.measure({ kind: 'open', perSecond: half }, seconds)
      note(figures, 'storing alone', results['without rules'], measured)
      note(figures, 'with rules', results['with rules'], measured)
      note(figures, 'bare TCP and JetStream', results.bare, bareMeasured)
      figures['bare inserts in the same batches, locations/s'] = median(stores)
      figures['ratio of storing alone to the slower bare service'] = median(
        results['without rules'].map(
          ({ perSecond }, round) => perSecond / Math.min(results.bare[round]!.perSecond, stores[round]!),
        ),
      )
      figures['at half: locations/s'] = calm.perSecond
      figures['at half: acknowledged after p50, ms'] = calm.delayP50Ms
      figures['at half: acknowledged after p99, ms'] = calm.delayP99Ms
      for (const who of measured) figures[`at half: ${who}, CPU µs a location`] = calm.cpu[who]!
      figures['failed reports'] = [...Object.values(results).flat(), calm].reduce(
        (sum, { failed }) => sum + failed,
        0,
      )
      report('ingest-single', figures, {
        'storing alone: locations/s': { atLeast: 25_000 },
        'at half: acknowledged after p99, ms': { atMost: 100 },
        'failed reports': { is: 0 },
      })
    } finally {
      await bareStore.close()
      await echo.stop()
      await ours.stop()
    }
  } finally {
    await installation.remove()
  }
}

/** How many gateways, and as many simulators, hold the connections within the limit of open files of a process. */
function processesFor(connections: number): number {
  const [, limit] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))!
  const perProcess = Number(limit) - otherFiles
  const needed = Math.ceil(connections / perProcess)
  if (perProcess > 0 && needed <= 4) return needed
  throw new Error(
    `A process may open ${limit} files ("ulimit -n"), which is too low for ${connections} connections. Raise it, for ` +
      'example with "ulimit -n 100000", or pass --connections with a smaller number.',
  )
}

interface Measured {
  /** Until the last one is stored. */
  perSecond: number
  failed: number
  latencyP50Ms: number
  delayP50Ms: number
  delayP99Ms: number
  /** CPU microseconds per location. */
  cpu: Record<string, number>
  rowsPerBatch: number
  rowsPerMessage: number
}

interface Single {
  measure(load: SingleLoad, seconds: number): Promise<Measured>
  stop(): Promise<void>
}

async function openOurs(
  installation: Installation,
  identifiers: string[],
  processes: number,
): Promise<Single> {
  const { open, serve, services } = installation
  const metricsPort = await findFreePort()
  const recorder = await serve('recorder', undefined, { RASTRO_METRICS_PORT: String(metricsPort) })
  const gateways = await Promise.all(Array.from({ length: processes }, () => serve('gateway')))
  const fleets = await connectFleets(
    identifiers,
    gateways.map(({ gatewayPort }) => gatewayPort!),
  )
  const recorderMetrics = `http://127.0.0.1:${metricsPortOf('recorder', metricsPort)}/metrics`
  const countBatches = async () => {
    const text = await (await fetch(recorderMetrics)).text()
    return Number(/^rastro_recorder_batch_seconds_count\S* (\d+)/m.exec(text)?.[1] ?? 0)
  }
  const countMessages = async () => (await open.ctx.bus.locations.state()).lastSequence
  return {
    async measure(load, seconds) {
      const cpuOf = () => ({
        gateway: gateways.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
        nats: cpuSeconds(services.nats.pid()!),
        recorder: cpuSeconds(recorder.pid),
        postgres: cpuSeconds(services.postgres.pid()!),
      })
      const [batches, messages] = [await countBatches(), await countMessages()]
      const drain = async () => {
        while ((await open.ctx.bus.locations.pending()) > 0) await sleep(20)
      }
      const { acknowledged, ...result } = await measureFleets(fleets, { load, seconds, cpuOf, drain })
      return {
        ...result,
        rowsPerBatch: acknowledged / ((await countBatches()) - batches),
        rowsPerMessage: acknowledged / ((await countMessages()) - messages),
      }
    },
    async stop() {
      for (const fleet of fleets) fleet.kill()
      await Promise.all([...gateways, recorder].map((served: Served) => served.stop()))
    },
  }
}

async function openEcho(
  installation: Installation,
  identifiers: string[],
  processes: number,
): Promise<Single> {
  const servers = await Promise.all(Array.from({ length: processes }, () => startBare(installation, 'echo')))
  const ports = servers.map(({ url }) => Number(url))
  const fleets = await connectFleets(identifiers, ports)
  const { services } = installation
  return {
    async measure(load, seconds) {
      const cpuOf = () => ({
        server: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
        nats: cpuSeconds(services.nats.pid()!),
      })
      const { acknowledged: _, ...result } = await measureFleets(fleets, { load, seconds, cpuOf })
      return { ...result, rowsPerBatch: 0, rowsPerMessage: 0 }
    },
    async stop() {
      for (const fleet of fleets) fleet.kill()
      for (const server of servers) server.stop()
    },
  }
}

async function connectFleets(identifiers: string[], ports: number[]): Promise<ChildProcess[]> {
  const each = Math.ceil(identifiers.length / ports.length)
  return Promise.all(
    ports.map(async (port, index) => {
      const child = fork(fleetProcess, { serialization: 'advanced' })
      const own = identifiers.slice(index * each, (index + 1) * each)
      await query(child, { kind: 'connect', fleet: { identifiers: own, port, firstAddress: 1 + index * 8 } })
      return child
    }),
  )
}

async function query(child: ChildProcess, order: SingleOrder): Promise<unknown> {
  child.send(order)
  const exited = once(child, 'exit').then(() => {
    throw new Error('the simulator exited')
  })
  exited.catch(() => {})
  const [answer] = (await Promise.race([once(child, 'message'), exited])) as [unknown]
  return answer
}

interface Measuring {
  load: SingleLoad
  seconds: number
  cpuOf(): Record<string, number>
  /** Resolves once everything is stored. */
  drain?(): Promise<void>
}

async function measureFleets(
  fleets: ChildProcess[],
  { load, seconds, cpuOf, drain }: Measuring,
): Promise<Omit<Measured, 'rowsPerBatch' | 'rowsPerMessage'> & { acknowledged: number }> {
  const share: SingleLoad =
    load.kind === 'closed'
      ? { ...load, inFlight: Math.round(load.inFlight / fleets.length) }
      : { ...load, perSecond: load.perSecond / fleets.length }
  const [before, beganAtMs] = [cpuOf(), performance.now()]
  const order: SingleOrder = { kind: 'measure', load: share, seconds }
  const results = (await Promise.all(fleets.map((fleet) => query(fleet, order)))) as SingleResult[]
  await drain?.()
  const elapsedSeconds = (performance.now() - beganAtMs) / 1_000
  const after = cpuOf()
  const sum = (of: (one: SingleResult) => number) => results.reduce((total, one) => total + of(one), 0)
  const acknowledged = sum((one) => one.acknowledged)
  const micros = (usedSeconds: number) => (usedSeconds * 1e6) / acknowledged
  const latencies = results.flatMap(({ latenciesMs }) => [...latenciesMs])
  const delays = results.flatMap(({ delaysMs }) => [...delaysMs])
  return {
    acknowledged,
    perSecond: acknowledged / elapsedSeconds,
    failed: sum((one) => one.failed),
    latencyP50Ms: percentile(latencies, 0.5),
    delayP50Ms: percentile(delays, 0.5),
    delayP99Ms: percentile(delays, 0.99),
    cpu: {
      simulator: micros(sum(({ spent }) => spent.cpuSeconds)),
      ...Object.fromEntries(
        Object.entries(after).map(([who, seconds]) => [who, micros(seconds - before[who]!)]),
      ),
    },
  }
}

/** Speed limit, SOS and circles for all accounts, as in the soak; or nothing. */
async function setRules({ services }: Installation, wanted: boolean): Promise<void> {
  const client = createPgClient(services.postgres.url('superuser', 'rastro'), {})
  await client.connect()
  try {
    await client.query(`delete from alert_rules where kind <> 'sos'; delete from geofences`)
    await client.query('update alert_rules set enabled = $1', [wanted])
    const query = async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await client.query<Row>(sql, values)).rows
    if (wanted) await makeRules({ query }, { grid: { rows: 8, columns: 8 } })
  } finally {
    await client.end()
  }
  await sleep(rulesTakeEffectMs)
}

function note(figures: Figures, name: string, results: Measured[], who: readonly string[]): void {
  const of = (pick: (one: Measured) => number) => median(results.map(pick))
  figures[`${name}: locations/s`] = of(({ perSecond }) => perSecond)
  figures[`${name}: acknowledged after p50, ms`] = of(({ latencyP50Ms }) => latencyP50Ms)
  for (const one of who) figures[`${name}: ${one}, CPU µs a location`] = of(({ cpu }) => cpu[one]!)
  figures[`${name}: all, CPU µs a location`] = of(({ cpu }) =>
    Object.values(cpu).reduce((sum, one) => sum + one, 0),
  )
  if (results[0]!.rowsPerBatch === 0) return
  figures[`${name}: locations per message to the log`] = of(({ rowsPerMessage }) => rowsPerMessage)
  figures[`${name}: locations per transaction`] = of(({ rowsPerBatch }) => rowsPerBatch)
}
