import type { MaintenanceState } from '../../maintenance/state.types.ts'
import type { Purpose } from '../../trips/driving/driving.types.ts'
import type { IncidentKind } from '../../trips/incidents/incident.types.ts'
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
  | 'geofence'
  | 'entered'
  | 'left'
  | 'stay'
  | 'distanceInside'
  | 'visitType'
  | 'planned'
  | 'plannedShare'
  | 'daysUnused'
  | 'plan'
  | 'lastDone'
  | 'remainingDistance'
  | 'remainingHours'
  | 'remainingDays'
  | 'forecast'
  | 'cost'
  | 'driver'
  | 'purpose'
  | 'note'
  | 'odometerStart'
  | 'odometerEnd'
  | 'changes'
  | 'day'
  | 'span'
  | 'breaks'
  | 'outsideHours'
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
  | 'speedLimit'
  | 'speedings'
  | 'speedingTime'
  | 'speedingDistance'
  | 'speedingShare'
  | 'harshBraking'
  | 'harshAcceleration'
  | 'harshCornering'
  | 'harshPer100Km'
  | 'score'
  | 'event'
  | 'seconds'
  | 'probe'
  | 'lowest'
  | 'highest'
  | 'mean'
  | 'measuredTime'
  | 'outOfRange'
  | 'outOfRangeShare'
  | 'doorOpen'
  | 'readings'

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
    plannedHours: string
    workingHours: string
    temperatureRange: string
  }
  footnotes: {
    distance: string
    byDriver: string
    idleShare: string
    cut: string
    bridged: string
    coverage: string
    cutVisits: string
    deletedGeofences: string
    plannedShare: string
    daysUnused: string
    tracks: string
    curves: string
    maintenance: string
    workTime: string
    logbook: string
    fuelUsed: string
    score: string
    speeding: string
    harshEvents: string
    temperature: string
    marks: string
    temperatureCurves: string
  }
  visitTypes: Record<'stayed' | 'passed', string>
  severities: Record<string, string>
  alertStates: Record<string, string>
  maintenanceStates: Record<MaintenanceState, string>
  /** Instead of measured. */
  calculated: string
  total: string
  subtotal: string
  purposes: Record<Purpose, string>
  corrected: string
  /** Of corrections; those without a text are shown as they are. */
  causes: Record<string, string>
  withoutDriver: string
  withoutGroup: string
  page: string
  of: string
  moreRows: string
  noRows: string
  incidents: Record<IncidentKind, string>
  figures: {
    distanceByDay: string
    time: string
    tripTime: string
    stopTime: string
    gapTime: string
    probe: string
    lowerLimit: string
    upperLimit: string
  }
}
