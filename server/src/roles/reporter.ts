// The reporter role: writes the files of reports.

import { startReporter } from '../features/reports/reporter.api.ts'
import { lowerProcessPriority } from '../platform/async/thread-priority.ts'
import type { Context } from '../platform/context.ts'

export function startReports(ctx: Context): { stop(): Promise<void> } {
  // Files can wait for a processor; trackers and readers of the API do not.
  lowerProcessPriority()
  return startReporter(ctx)
}
