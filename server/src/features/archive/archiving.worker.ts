// The thread that archives weeks.

import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../../platform/async/thread-priority.ts'
import type { ResultMessage } from '../../platform/async/threads.ts'
import type { ArchivingResult } from './archive-now.api.ts'
import type { ArchivingRequest } from './archiving-thread.api.ts'

lowerThreadPriority()
const { createLog } = await import('../../platform/observability/log.ts')
const { archiveNow } = await import('./archive-now.api.ts')

parentPort!.on('message', async ({ nowMs, logLevel, ...config }: ArchivingRequest) => {
  const beganMs = performance.now()
  const now = () => new Date(nowMs + performance.now() - beganMs)
  const result = await archiveNow(config, createLog(logLevel), now)
  parentPort!.postMessage({ result } satisfies ResultMessage<ArchivingResult>)
})
