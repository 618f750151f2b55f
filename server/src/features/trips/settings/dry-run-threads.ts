// The threads of dry runs.

import type { Config } from '../../../config/config.ts'
import { createThreads } from '../../../platform/async/threads.ts'
import { UnprocessableError } from '../../../platform/http/errors.ts'
import type { DryRunJob, DryRunResult } from './dry-run-track.ts'

const maxSeconds = 30

export interface DryRunRequest {
  db: Config['db']
  history: Config['history']
  logLevel: string
  job: DryRunJob
}

export const runInThread = createThreads<DryRunRequest, DryRunResult>(
  new URL('./dry-run.worker.ts', import.meta.url),
  {
    maxSeconds,
    tookTooLong: () =>
      new UnprocessableError(
        'tripSettings.dry_run_too_long',
        `The dry run took longer than ${maxSeconds} s. Choose a shorter period.`,
      ),
  },
)
