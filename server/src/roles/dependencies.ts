// Opens and closes the dependencies of a process.

import type { Config } from '../config/config.ts'
import { openArchive } from '../features/archive/archive.api.ts'
import { connectBus } from '../platform/bus/bus.ts'
import { joinCells } from '../platform/cells/cells.ts'
import type { Context } from '../platform/context.ts'
import type { Pool } from '../platform/db/db.ts'
import { createPool } from '../platform/db/db.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/observability/log.ts'
import { metrics, onScrape } from '../platform/observability/metrics.ts'
import { createSites } from '../platform/sites/sites.ts'

export interface Dependencies {
  ctx: Context
  close(): Promise<void>
}

export interface DependencyOptions {
  worksOnJobs?: boolean
  /** A process that never sends any does without the queue, until it does. */
  sendsJobs?: boolean
  now?: () => Date
}

export async function openDependencies(
  config: Config,
  log: Log,
  { worksOnJobs = false, sendsJobs = true, now = () => new Date() }: DependencyOptions = {},
): Promise<Dependencies> {
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    const archive = await openArchive(config.history, now)
    if (archive) opened.push(async () => archive.stop())
    const db = createPool(config.db, log, undefined, archive?.history)
    opened.push(db.end)
    const stopWatching = onScrape(() => updatePoolMetrics(db))
    opened.push(async () => stopWatching())
    const bus = await connectBus(config.bus, log)
    opened.push(bus.close)
    const cells = joinCells(config.cells, log)
    if (cells) opened.push(cells.end)
    const jobs = await startJobs(config.db.databaseUrl, log, { works: worksOnJobs, sends: sendsJobs })
    opened.push(jobs.stop)
    const sites = createSites({ config, db, cells, log })
    return { ctx: { config, db, bus, jobs, log, cells, sites, now }, close }
  } catch (error) {
    // Open connections would keep the process alive.
    await close()
    throw error
  }
}

function updatePoolMetrics(db: Pool): void {
  const { open, idle, waiting } = db.load()
  metrics.dbConnections.set({ state: 'busy' }, open - idle)
  metrics.dbConnections.set({ state: 'idle' }, idle)
  metrics.dbWaiting.set(waiting)
}
