import type { ReportType } from '../report.types.ts'

export type ColumnKey =
  | 'device'
  | 'licensePlate'
  | 'distance'
  | 'trips'
  | 'tripTime'
  | 'idle'
  | 'idleShare'
  | 'stopTime'
  | 'gapTime'
  | 'engine'
  | 'maxSpeed'
  | 'averageSpeed'
  | 'firstStart'
  | 'lastEnd'
  | 'daysUsed'
  | 'alerts'
  | 'bridgedDistance'
  | 'start'
  | 'end'
  | 'from'
  | 'to'
  | 'place'
  | 'duration'
  | 'corrections'
  | 'id'
  | 'time'
  | 'text'
  | 'severity'
  | 'state'
  | 'acknowledgedAfter'
  | 'acknowledgedBy'
  | 'resolvedAfter'
  | 'count'
  | 'coverage'
  | 'daysWithData'
  | 'locations'
  | 'unusable'
  | 'coordinates'
  | 'accuracy'
  | 'jump'
  | 'ahead'
  | 'odometerBreaks'
  | 'startLevel'
  | 'endLevel'
  | 'fills'
  | 'filled'
  | 'drains'
  | 'drained'
  | 'fuelUsed'
  | 'isCalculated'
  | 'litresPer100Km'
  | 'litresPerHour'

export interface ReportTexts {
  reports: Record<ReportType, { title: string; description: string }>
  columns: Record<ColumnKey, string>
  facts: {
    period: string
    timeZone: string
    devices: string
    allDevices: string
    createdBy: string
    createdAt: string
    dataVersion: string
  }
  footnotes: {
    distance: string
    idleShare: string
    cut: string
    bridged: string
    coverage: string
    fuelUsed: string
  }
  severities: Record<string, string>
  alertStates: Record<string, string>
  /** Instead of measured. */
  calculated: string
  total: string
  subtotal: string
  withoutGroup: string
  page: string
  of: string
  moreRows: string
  figures: { distanceByDay: string; time: string; tripTime: string; stopTime: string; gapTime: string }
}
