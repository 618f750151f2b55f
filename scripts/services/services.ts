// PostgreSQL and NATS together in one directory, as Rastro needs them.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkBinaries } from './binaries.ts'
import type { Controls } from './controls.ts'
import { controlsOf } from './controls.ts'
import { readState } from './files.ts'
import type { Nats } from './nats.ts'
import { natsStopSignal, startNats } from './nats.ts'
import type { Postgres } from './postgres.ts'
import { postgresStopSignal, startPostgres } from './postgres.ts'
import { makeEnterable, postgresHome } from './postgres-home.ts'
import { logFileOf } from './service.ts'

export type ServicesOptions = {
  /** Absolute. */
  dir: string
  /** They keep running after the parent process exits. */
  detached?: boolean
  /** PostgreSQL settings that differ from the defaults. */
  settings?: Record<string, string>
}

export type Services = {
  postgres: Postgres
  nats: Nats
  stop(): Promise<void>
  /** Stops both and deletes all their data. */
  remove(): Promise<void>
}

/** What is known of a service without starting it. */
export type ServiceRecord = Controls & {
  name: string
  dir: string
  logFile: string
  ports: Record<string, number>
}

/** Starts both, or finds those already running in this directory. */
export async function startServices({
  dir,
  detached = false,
  settings = {},
}: ServicesOptions): Promise<Services> {
  checkBinaries()
  makeEnterable(dir)
  const pidsBefore = listServices(dir).map((service) => service.pid())
  const [postgres, nats] = await Promise.allSettled([
    startPostgres({ dir: join(dir, 'postgres'), detached, settings }),
    startNats({ dir: join(dir, 'nats'), detached }),
  ])
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled') {
    const both = [postgres.value, nats.value]
    return {
      postgres: postgres.value,
      nats: nats.value,
      stop: async () => {
        await Promise.all(both.map((service) => service.stop()))
      },
      remove: () => removeServices(dir),
    }
  }
  for (const start of [postgres, nats]) {
    const isNew = start.status === 'fulfilled' && !pidsBefore.includes(start.value.pid())
    if (isNew) await start.value.stop()
  }
  throw postgres.status === 'rejected' ? postgres.reason : (nats as PromiseRejectedResult).reason
}

export function listServices(dir: string): ServiceRecord[] {
  const postgres = join(dir, 'postgres')
  return [
    recordOf('PostgreSQL', existsSync(postgres) ? postgresHome(postgres).dir : postgres, postgresStopSignal),
    recordOf('NATS', join(dir, 'nats'), natsStopSignal),
  ]
}

/** Stops both and deletes all their data, including leftovers of an interrupted start. */
export async function removeServices(dir: string): Promise<void> {
  for (const service of listServices(dir)) {
    await service.stop()
    rmSync(service.dir, { recursive: true, force: true })
  }
  rmSync(join(dir, 'postgres'), { recursive: true, force: true }) // empty if the files are in /var/tmp
  if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir)
}

function recordOf(name: string, dir: string, stopSignal: NodeJS.Signals): ServiceRecord {
  return { ...controlsOf(dir, stopSignal), name, dir, logFile: logFileOf(dir), ports: readState(dir).ports }
}
