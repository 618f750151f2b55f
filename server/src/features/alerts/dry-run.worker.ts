// The thread of one dry run. It is ended from outside if it takes too long or its client is gone.

import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../platform/async/thread-priority.ts'
import { createPool } from '../../platform/db/db.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { DryRunThreadConfig, ResultMessage } from './dry-run.ts'
import { judgeHistory } from './dry-run-history.ts'

lowerThreadPriority()
const { db, logLevel, job } = workerData as DryRunThreadConfig
const pool = createPool({ ...db, poolSize: 1 }, createLog(logLevel), 'rastro dry run')
const result = await judgeHistory({ db: pool }, job)
await pool.end()
parentPort!.postMessage({ result } satisfies ResultMessage)
