// Between the URL, where a report is described in short, and what the API is asked for.

import type { ReportType } from '@rastro/client'
import type { ReportRequest, RunRequest } from './report-api.ts'
import type { ReportsSearch, SearchChange } from './reports-search.ts'
import { joinList, splitList, withoutEmpty } from './reports-search.ts'
import { isDefault, workingHoursInUrl, workingHoursOf } from './working-hours.ts'

/** A report without its period: what a schedule has. */
export type ReportContent = Omit<ReportRequest, 'from' | 'to'>
type Days = Pick<ReportRequest, 'from' | 'to'>
type Reader = Required<Pick<ReportRequest, 'language' | 'units'>>

export function requestOf(
  search: ReportsSearch,
  type: ReportType,
  days: Days,
  reader: Reader,
): ReportRequest {
  return { ...contentOf(search, type, reader), ...days }
}

/** What a URL names and the report does not have is ignored: it may be of an older version. */
export function contentOf(search: ReportsSearch, type: ReportType, reader: Reader): ReportContent {
  const columns = columnsOf(search, type)
  const [deviceIds, groupIds] = [splitList(search.devices), splitList(search.groups)]
  return {
    report: type.report,
    ...(deviceIds.length > 0 && { deviceIds }),
    ...(groupIds.length > 0 && { groupIds }),
    ...groupingOf(search, type),
    // The report adds columns of its own to its default ones, such as those of days.
    ...(columnsInUrl(columns, search, type) && { columns }),
    ...optionsOf(search, type),
    ...reader,
  }
}

export const dayValues = ['distance', 'tripTime', 'idle', 'engine'] as const
export const defaultPlannedHours = 8
const [minPlannedHours, maxPlannedHours] = [0.5, 24]
export const temperatureRange = { min: -273.15, max: 1_000 }

/** Of single reports. */
function optionsOf(
  search: ReportsSearch,
  { report }: ReportType,
): Pick<
  ReportRequest,
  'dayValue' | 'plannedHoursPerDay' | 'workingHours' | 'minTemperature' | 'maxTemperature'
> {
  const { cells, planned, min, max } = search
  if (report === 'days') {
    const dayValue = dayValues.find((one) => one === cells)
    return dayValue ? { dayValue } : {}
  }
  if (report === 'workTime') {
    const workingHours = workingHoursOf(search)
    return isDefault(workingHours) ? {} : { workingHours }
  }
  if (report === 'temperature') {
    const [minTemperature, maxTemperature] = [celsiusOf(min), celsiusOf(max)]
    return {
      ...(minTemperature !== undefined && { minTemperature }),
      ...(maxTemperature !== undefined && { maxTemperature }),
    }
  }
  const hours = Number(planned)
  const isPlanned = report === 'engineHours' && hours >= minPlannedHours && hours <= maxPlannedHours
  return isPlanned ? { plannedHoursPerDay: hours } : {}
}

function celsiusOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text && value >= temperatureRange.min && value <= temperatureRange.max ? value : undefined
}

function groupingOf(
  { by }: Pick<SearchChange, 'by'>,
  { groupings }: ReportType,
): Pick<ReportRequest, 'groupBy'> {
  const groupBy = groupings.find((one) => one === by) ?? groupings[0]
  return groupBy === undefined ? {} : { groupBy }
}

export function columnsOf(search: ReportsSearch, type: ReportType): string[] {
  const known = new Set(type.columns.map(({ key }) => key))
  const chosen = splitList(search.columns).filter((key) => known.has(key))
  return chosen.length > 0 ? chosen : defaultColumnsOf(type, groupingOf(search, type).groupBy)
}

/** Rows that are grouped by device or geofence do not repeat its name. */
function defaultColumnsOf({ defaultColumns }: ReportType, groupBy: string | undefined): string[] {
  return defaultColumns.filter((key) => key !== groupBy)
}

/** The same report in the builder, with the days of that time. */
export function searchOf(
  request: ReportContent & Partial<Days & Pick<RunRequest, 'format' | 'dialect'>>,
  type: ReportType | undefined,
): ReportsSearch {
  const { report, from, to, deviceIds = [], groupIds = [], groupBy, columns = [] } = request
  const { dayValue, plannedHoursPerDay, workingHours, minTemperature, maxTemperature } = request
  const textOf = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return withoutEmpty({
    report,
    from,
    to,
    devices: joinList(deviceIds),
    groups: joinList(groupIds),
    by: groupBy === type?.groupings[0] ? undefined : groupBy,
    columns: type ? columnsInUrl(columns, { by: groupBy }, type) : joinList(columns),
    cells: dayValue,
    planned: textOf(plannedHoursPerDay),
    ...(workingHours && workingHoursInUrl(workingHours)),
    min: textOf(minTemperature),
    max: textOf(maxTemperature),
  })
}

/** Undefined for the columns that the report has anyway. */
export function columnsInUrl(
  columns: readonly string[],
  search: Pick<SearchChange, 'by'>,
  type: ReportType,
): string | undefined {
  const text = joinList(columns)
  const { groupBy } = groupingOf(search, type)
  return text === joinList(defaultColumnsOf(type, groupBy)) ? undefined : text
}

/** Of days that are both included. */
export function countDays({ from, to }: Days): number {
  return Temporal.PlainDate.from(from).until(to).days + 1
}
