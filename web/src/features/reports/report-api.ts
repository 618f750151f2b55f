// Calls of the API for reports and their runs.

import { rastro } from '../../session/session.ts'

export const formats = ['xlsx', 'pdf', 'csv', 'html', 'json', 'ndjson'] as const
export type Format = (typeof formats)[number]
export type CellType = 'text' | 'count' | 'distance' | 'duration' | 'speed' | 'share' | 'dateTime' | 'day'
export type Cell = string | number | null

export interface Column {
  key: string
  title: string
  type: CellType
}

export interface ReportType {
  report: string
  title: string
  description: string
  columns: Column[]
  defaultColumns: string[]
  groupings: string[]
  maxDays: number
}

export interface ReportRequest {
  report: string
  from: string
  to: string
  deviceIds?: string[]
  groupIds?: string[]
  groupBy?: string
  columns?: string[]
  language?: 'en' | 'es' | 'pt'
  units?: 'metric' | 'imperial' | 'nautical'
}

export interface RunRequest extends ReportRequest {
  format: Format
  dialect?: 'excel' | 'rfc'
}

export interface PreviewRow {
  type: 'row' | 'group' | 'subtotal' | 'total'
  cells: Cell[]
  path?: string
}

export interface Preview {
  title: string
  facts: { label: string; value: string }[]
  columns: Column[]
  rows: PreviewRow[]
  footnotes: string[]
  isComplete: boolean
}

export interface Run {
  id: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
  request: RunRequest
  title: string
  requestedBy: string
  requestedAt: string
  startedAt: string | null
  finishedAt: string | null
  expiresAt: string | null
  progress: number
  rows: number | null
  bytes: number | null
  sha256: string | null
  fileName: string | null
  dataVersion: number | null
  failure: string | null
}

export interface Difference {
  deviceId: string
  segmentId: string
  correctedAt: string
  cause: string
  version: number
  before: unknown
  after: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: until the description of the API has these calls.
const api = rastro as any

export async function readCatalogue(): Promise<ReportType[]> {
  return (await api.get('/api/reports')).reports
}

export async function readPreview(body: ReportRequest, signal: AbortSignal): Promise<Preview> {
  return (await api.post('/api/reports/preview', { body, signal })).preview
}

export async function createRun(body: RunRequest): Promise<Run> {
  return (await api.post('/api/reportRuns', { body })).reportRun
}

export async function readRun(runId: string): Promise<Run> {
  return (await api.get('/api/reportRuns/{runId}', { path: { runId } })).reportRun
}

export function readRuns(
  limit: number,
  cursor: string | undefined,
): Promise<{ reportRuns: Run[]; nextCursor?: string }> {
  return api.get('/api/reportRuns', { query: { limit, ...(cursor !== undefined && { cursor }) } })
}

/** Cancels an unfinished run; deletes the file of a finished one. */
export async function deleteRun(runId: string): Promise<void> {
  await api.delete('/api/reportRuns/{runId}', { path: { runId } })
}

export function readDifferences(runId: string): Promise<{ differences: Difference[]; isComplete: boolean }> {
  return api.get('/api/reportRuns/{runId}/differences', { path: { runId } })
}

/** By a link, so that the browser writes the file to disk while it receives it. */
export async function downloadRun({ id, fileName }: Pick<Run, 'id' | 'fileName'>): Promise<void> {
  const { path } = await api.post('/api/reportRuns/{runId}/link', { path: { runId: id } })
  const link = document.createElement('a')
  link.href = path
  link.download = fileName ?? id
  link.click()
}
