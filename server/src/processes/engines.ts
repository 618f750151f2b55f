// Opens and closes what a process works with.

import type { Config } from '../config.ts'
import { connectBus } from '../platform/bus.ts'
import type { Context } from '../platform/context.ts'
import { createPool } from '../platform/db.ts'
import { startJobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'

export interface Engines {
  ctx: Context
  close(): Promise<void>
}

export async function openEngines(
  config: Config,
  log: Log,
  { worksOnJobs = false, now = () => new Date() }: { worksOnJobs?: boolean; now?: () => Date } = {},
): Promise<Engines> {
  const db = createPool(config.db, log)
  const bus = await connectBus(config.bus, log)
  const jobs = await startJobs(config.db.databaseUrl, log, { works: worksOnJobs })
  return {
    ctx: { config, db, bus, jobs, log, now },
    async close() {
      await jobs.stop()
      await bus.close()
      await db.end()
    },
  }
}
