// The thread that archives weeks.

import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../../platform/async/thread-priority.ts'
import type { ResultMessage } from '../../platform/async/threads.ts'
import type { ArchivingRequest, ArchivingResult } from './archiving-thread.api.ts'

lowerThreadPriority()
const { createPool } = await import('../../platform/db/db.ts')
const { createLog } = await import('../../platform/observability/log.ts')
const { openArchiveStore } = await import('./archive.api.ts')
const { archiveDueWeeks } = await import('./archiver.api.ts')
const { keepArchive } = await import('./upkeep.api.ts')

parentPort!.on('message', async ({ db, history, logLevel, nowMs }: ArchivingRequest) => {
  const log = createLog(logLevel)
  const pool = createPool({ ...db, poolSize: 1 }, log, 'rastro archive')
  const beganMs = performance.now()
  const now = () => new Date(nowMs + performance.now() - beganMs)
  try {
    const ctx = { db: pool, log, now, history }
    const store = (await openArchiveStore(history))!
    const result = { ...(await keepArchive(ctx, store)), ...(await archiveDueWeeks(ctx, store)) }
    parentPort!.postMessage({ result } satisfies ResultMessage<ArchivingResult>)
  } finally {
    await pool.end()
  }
})
