// What every room is handed: the engines, the clock and the configuration. Nothing else is global.

import type { Config } from '../config.ts'
import type { Bus } from './bus.ts'
import type { Cells } from './cells.ts'
import type { AccountDb, Pool } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'

export interface Context {
  config: Config
  db: Pool
  bus: Bus
  jobs: Jobs
  log: Log
  /** Undefined where this cell is the only one. */
  cells: Cells | undefined
  now: () => Date
}

/** The context inside a transaction of one account. */
export type Tx = Omit<Context, 'db'> & { db: AccountDb }
