// Calls of the API for reports and their files, and short names for their parts.

import type { AnswerOf, CallOptions, ReportPreview, ReportRun, ReportType } from '@rastro/client'
import { rastro } from '../../session/session.ts'

export type Column = ReportPreview['columns'][number]
export type CellType = Column['type']
export type PreviewRow = ReportPreview['rows'][number]
export type Cell = PreviewRow['cells'][number]
export type Difference = AnswerOf<'/api/reportRuns/{runId}/differences', 'get'>['differences'][number]

export type RunRequest = CallOptions<'/api/reportRuns', 'post'>['body']
export type ReportRequest = Omit<RunRequest, 'format' | 'dialect'>

export async function readCatalogue(): Promise<ReportType[]> {
  return (await rastro.get('/api/reports')).reports
}

export async function readPreview(body: ReportRequest, signal: AbortSignal): Promise<ReportPreview> {
  return (await rastro.post('/api/reports/preview', { body, signal })).preview
}

export async function createRun(body: RunRequest): Promise<ReportRun> {
  return (await rastro.post('/api/reportRuns', { body })).reportRun
}

export async function readRun(runId: string): Promise<ReportRun> {
  return (await rastro.get('/api/reportRuns/{runId}', { path: { runId } })).reportRun
}

export function readRuns(limit: number, cursor: string | undefined) {
  return rastro.get('/api/reportRuns', { query: { limit, ...(cursor !== undefined && { cursor }) } })
}

/** Cancels an unfinished run; deletes the file of a finished one. */
export async function deleteRun(runId: string): Promise<void> {
  await rastro.delete('/api/reportRuns/{runId}', { path: { runId } })
}

export function readDifferences(runId: string) {
  return rastro.get('/api/reportRuns/{runId}/differences', { path: { runId } })
}

/** By a link, so that the browser writes the file to disk while it receives it. */
export async function downloadRun({ id, fileName }: Pick<ReportRun, 'id' | 'fileName'>): Promise<void> {
  const { path } = await rastro.post('/api/reportRuns/{runId}/link', { path: { runId: id } })
  const link = document.createElement('a')
  link.href = path
  link.download = fileName ?? id
  link.click()
}
