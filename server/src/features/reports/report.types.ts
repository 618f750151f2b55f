import type { Language } from '../../platform/http/accept-language.ts'
import type { DeviceScope, Privilege, Role } from '../../platform/http/caller.ts'
import type { UnitSystem } from '../../platform/http/preferences.ts'
import type { CellType } from './document.types.ts'

export const reportTypes = [
  'fleetSummary',
  'days',
  'trips',
  'stops',
  'visits',
  'engineHours',
  'workTime',
  'driving',
  'speeding',
  'fuel',
  'temperature',
  'alerts',
  'maintenance',
  'logbook',
  'dataQuality',
] as const
export type ReportType = (typeof reportTypes)[number]

export const groupings = [
  'none',
  'device',
  'group',
  'driver',
  'geofence',
  'trip',
  'day',
  'rule',
  'state',
] as const
export type Grouping = (typeof groupings)[number]

export const reportFormats = ['xlsx', 'csv', 'pdf', 'html', 'json', 'ndjson'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** `excel`: as a spreadsheet of the language opens it. `rfc`: comma and point, for programs. */
export const csvDialects = ['excel', 'rfc'] as const
export type CsvDialect = (typeof csvDialects)[number]

/** What the cells of a table of days contain. */
export const dayValueNames = ['distance', 'tripTime', 'idle', 'engine'] as const
export type DayValue = (typeof dayValueNames)[number]

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** By the clock of the account. An end that is not after the start is on the next day. */
export interface WorkingHours {
  days: Weekday[]
  from: string
  to: string
}

/** Of single reports. */
export interface ReportOptions {
  /** Of `days`. */
  dayValue?: DayValue
  /** Of `engineHours`. */
  plannedHoursPerDay?: number
  /** Of `workTime`. */
  workingHours?: WorkingHours
  /** Of `temperature`, in °C. */
  minTemperature?: number
  maxTemperature?: number
}

/** What is reported, without how it is written. Both days are included. */
export interface ReportRequest extends ReportOptions {
  report: ReportType
  from: string
  to: string
  /** Undefined: all that the caller sees. */
  deviceIds?: string[]
  groupIds?: string[]
  groupBy?: Grouping
  columns?: string[]
  language: Language
  units: UnitSystem
}

export interface RunRequest extends ReportRequest {
  format: ReportFormat
  dialect?: CsvDialect
}

/** What its author may see. */
export interface ReportPermissions {
  role: Role
  privileges: Privilege[]
  scope: DeviceScope
}

/** A total of a report, in the units of the API. */
export interface ReportTotal {
  title: string
  type: CellType
  value: number
}

export const runStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type RunState = (typeof runStates)[number]

export interface ReportRun {
  number: number
  id: string
  state: RunState
  request: RunRequest
  permissions: ReportPermissions
  requestedBy: string
  requestedAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  expiresAt: Date | null
  /** From 0 to 1. */
  progress: number
  rows: number | null
  bytes: number | null
  sha256: Buffer | null
  /** The newest correction of trips that it contains. */
  dataVersion: number | null
  failure: string | null
}
