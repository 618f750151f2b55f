// Archiving in a thread: encoding weeks of locations would hold up everything else of the process.

import type { Config } from '../../config/config.ts'
import { createThreads } from '../../platform/async/threads.ts'
import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { ArchivingResult } from './archive-now.api.ts'

export interface ArchivingRequest {
  db: Config['db']
  history: Config['history']
  logLevel: Config['log']['level']
  /** The time of the process, which tests set. */
  nowMs: number
}

const runThread = createThreads<ArchivingRequest, ArchivingResult>(
  new URL('./archiving.worker.ts', import.meta.url),
  {
    maxSeconds: 12 * 3_600,
    tookTooLong: () => new UnavailableError('archiving did not end'),
  },
)

export async function runArchiving({
  config,
  now,
  log,
}: Pick<Context, 'config' | 'now' | 'log'>): Promise<void> {
  if (config.history.kind === 'off') return
  const request = {
    db: config.db,
    history: config.history,
    logLevel: config.log.level,
    nowMs: now().getTime(),
  }
  const done = await runThread(request, new AbortController().signal)
  metrics.archivedLocations.inc(done.locations)
  metrics.archiveFailures.inc(done.failed)
  if (Object.values(done).some((count) => count > 0)) log.info(done, 'history archived')
}
