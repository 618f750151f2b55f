// A thread of dry runs, one at a time. It is ended from outside if one takes too long or its client is gone.

import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../../../platform/async/thread-priority.ts'
import type { ResultMessage } from '../../../platform/async/threads.ts'
import type { DryRunRequest } from './dry-run-threads.ts'
import type { DryRunResult } from './dry-run-track.ts'

lowerThreadPriority()
// Loaded afterwards: it takes longer than most dry runs.
const { createPool } = await import('../../../platform/db/db.ts')
const { openArchive } = await import('../../archive/archive.api.ts')
const { createLog } = await import('../../../platform/observability/log.ts')
const { runTracks } = await import('./dry-run-track.ts')

parentPort!.on('message', async ({ db, history, logLevel, job }: DryRunRequest) => {
  const archive = await openArchive(history, () => new Date())
  const pool = createPool({ ...db, poolSize: 1 }, createLog(logLevel), 'rastro dry run', archive?.history)
  const result = await runTracks({ db: pool }, job)
  await pool.end()
  archive?.stop()
  parentPort!.postMessage({ result } satisfies ResultMessage<DryRunResult>)
})
