// The thread of delayed judging: rules of any cost leave the event loop of the recorder alone.

import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../platform/async/thread-priority.ts'
import { createPool } from '../../platform/db/db.ts'
import { createLog } from '../../platform/observability/log.ts'
import { startDelayedJudging } from './judge-delayed.ts'
import type { JudgingThreadConfig, RaisedMessage } from './judge-thread.api.ts'

lowerThreadPriority()
const { db, logLevel } = workerData as JudgingThreadConfig
const log = createLog(logLevel)
const pool = createPool({ ...db, poolSize: 2 }, log, 'rastro judging')
const judging = startDelayedJudging({ db: pool, log, now: () => new Date() }, (raised) => {
  if (raised.length > 0) parentPort!.postMessage({ raised } satisfies RaisedMessage)
})
parentPort!.on('message', () => judging.wake())
