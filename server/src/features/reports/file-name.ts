import type { ReportRun } from './report.types.ts'

export function fileNameOf({ request: { report, from, to, format } }: Pick<ReportRun, 'request'>): string {
  return `${report}-${from}-${to}.${format}`
}
