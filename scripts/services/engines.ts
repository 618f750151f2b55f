// PostgreSQL and NATS together, as Rastro needs them: one directory holds both.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkBinaries } from './binaries.ts'
import type { Controls } from './controls.ts'
import { controlsOf } from './controls.ts'
import { logFileOf } from './engine.ts'
import { readState } from './files.ts'
import type { Nats } from './nats.ts'
import { natsStopSignal, startNats } from './nats.ts'
import type { Postgres } from './postgres.ts'
import { postgresStopSignal, startPostgres } from './postgres.ts'
import { makeEnterable, postgresHome } from './postgres-home.ts'

export type EnginesOptions = {
  /** Absolute. */
  dir: string
  /** They go on after we end. */
  detached?: boolean
  /** Of PostgreSQL, that differ from ours. */
  settings?: Record<string, string>
}

export type Engines = {
  postgres: Postgres
  nats: Nats
  stop(): Promise<void>
  /** Stops both and deletes all they had. */
  remove(): Promise<void>
}

/** What is known of an engine without starting it. */
export type EngineRecord = Controls & {
  name: string
  dir: string
  logFile: string
  ports: Record<string, number>
}

/** Starts both, or finds those that already run in this directory. */
export async function startEngines({
  dir,
  detached = false,
  settings = {},
}: EnginesOptions): Promise<Engines> {
  checkBinaries()
  makeEnterable(dir)
  const pidsBefore = listEngines(dir).map((engine) => engine.pid())
  const [postgres, nats] = await Promise.allSettled([
    startPostgres({ dir: join(dir, 'postgres'), detached, settings }),
    startNats({ dir: join(dir, 'nats'), detached }),
  ])
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled') {
    const both = [postgres.value, nats.value]
    return {
      postgres: postgres.value,
      nats: nats.value,
      stop: async () => void (await Promise.all(both.map((engine) => engine.stop()))),
      remove: () => removeEngines(dir),
    }
  }
  for (const start of [postgres, nats]) {
    const isNew = start.status === 'fulfilled' && !pidsBefore.includes(start.value.pid())
    if (isNew) await start.value.stop()
  }
  throw postgres.status === 'rejected' ? postgres.reason : (nats as PromiseRejectedResult).reason
}

export function listEngines(dir: string): EngineRecord[] {
  const postgres = join(dir, 'postgres')
  return [
    recordOf('PostgreSQL', existsSync(postgres) ? postgresHome(postgres).dir : postgres, postgresStopSignal),
    recordOf('NATS', join(dir, 'nats'), natsStopSignal),
  ]
}

/** Stops both and deletes all they had, also what an interrupted start left behind. */
export async function removeEngines(dir: string): Promise<void> {
  for (const engine of listEngines(dir)) {
    await engine.stop()
    rmSync(engine.dir, { recursive: true, force: true })
  }
  rmSync(join(dir, 'postgres'), { recursive: true, force: true }) // empty where /var/tmp stood for it
  if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir)
}

function recordOf(name: string, dir: string, stopSignal: NodeJS.Signals): EngineRecord {
  return { ...controlsOf(dir, stopSignal), name, dir, logFile: logFileOf(dir), ports: readState(dir).ports }
}
