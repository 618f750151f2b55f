/** What a process knows of itself, and of the whole cell if that is its work. */
export interface ProcessReport {
  id: string
  /** 0 in an installation without cells. */
  cell: number
  role: string
  version: string
  host: string
  startedAt: Date
  reportedAt: Date
  /** Dependencies that do not respond. */
  unavailable: string[]
  /** The delay of the event loop at p99, since the last report. */
  eventLoopMs: number
  memoryBytes: number
  measures: Measures
}

export interface Measures {
  /** Locations that are in the log and not stored yet, and the age of the oldest. */
  logWaiting?: number
  logOldestSeconds?: number
  /** Messages that should have left already, and the age of the oldest. */
  messagesDue?: number
  messagesOldestSeconds?: number
}

/** A finding of the doctor, with its advice. */
export interface StoredFinding {
  id: string
  severity: 'warning' | 'fault'
  message: string
  impact: string
  advice: { where: string; lines: string[] }[]
}

export interface DoctorRun {
  cell: number
  runAt: Date
  findings: StoredFinding[]
}

export interface BackupRun {
  cell: number
  takenAt: Date
}
