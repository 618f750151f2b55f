// The context passed to every feature: dependencies, clock and configuration. Nothing else is global.

import type { Config } from '../config/config.ts'
import type { Bus } from './bus/bus.ts'
import type { Cells } from './cells/cells.ts'
import type { AccountDb, Pool } from './db/db.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './observability/log.ts'
import type { Sites } from './sites/sites.ts'

export interface Context {
  config: Config
  db: Pool
  bus: Bus
  jobs: Jobs
  log: Log
  /** Undefined in a single-cell installation. */
  cells: Cells | undefined
  /** The hosts of the platform and of resellers. */
  sites: Sites
  now: () => Date
}

/** The context inside a transaction of one account. */
export type Tx = Omit<Context, 'db'> & { db: AccountDb }
