// The reporter role: writes the files of reports.

import { startReporter } from '../features/reports/reporter.api.ts'
import type { Context } from '../platform/context.ts'

export function startReports(ctx: Context): { stop(): Promise<void> } {
  return startReporter(ctx)
}
