export type ExportState = 'waiting' | 'running' | 'ready' | 'failed' | 'expired'

export interface AccountExport {
  id: string
  state: ExportState
  requestedBy: string
  requestedAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
  files: number | null
  rows: number | null
  bytes: number | null
  sha256: Buffer | null
}
