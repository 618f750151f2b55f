// Opens a report: its columns, facts and figures, with rows that are read as they are written.

import type { AccountDb, Pool } from '../../platform/db/db.ts'
import type { Language } from '../../platform/http/accept-language.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { listGeofenceNames } from '../geofences/geofence.api.ts'
import { createPlaceNames } from '../places/place.api.ts'
import type { LocalDay } from '../trips/device-days.api.ts'
import { listDays } from '../trips/device-days.api.ts'
import { listActiveDrivers } from '../trips/reported-segments.api.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { ColumnDefinition, Reading, ReportDefinition } from './catalogue/catalogue.types.ts'
import { periodOf } from './catalogue/device-values.ts'
import { defaultPlannedHours } from './catalogue/engine-hours.ts'
import { hasRange } from './catalogue/temperature.ts'
import { defaultWorkingHours } from './catalogue/work-day.ts'
import { countDevices, isWanted } from './device.queries.ts'
import { devicesByDriver, devicesByGroup, devicesByName } from './device-order.ts'
import type { ReportColumn, ReportDocument, ReportRow } from './document.types.ts'
import { readFigures } from './figures.ts'
import { maxCurves } from './fuel-figures.ts'
import { rememberPlaces } from './remembered-places.ts'
import type {
  Grouping,
  ReportOptions,
  ReportPermissions,
  ReportRequest,
  ReportType,
  WorkingHours,
} from './report.types.ts'
import { weekdays } from './report.types.ts'
import { findDataVersion } from './run.queries.ts'
import { rowsOf } from './table.ts'
import { reportTexts } from './texts/texts.ts'
import type { ColumnKey, ReportTexts } from './texts/texts.types.ts'
import { maxPictures } from './track-figures.ts'

export interface OpenReport {
  document: ReportDocument
  dataVersion: number
  /** From 0 to 1, by the devices that were read. */
  progress(): number
}

export interface DocumentNeeds {
  /** For what is not part of the snapshot: names of places. */
  pool: Pool
  /** The snapshot. */
  db: AccountDb
  now: Date
  baseUrl: string
}

export interface Author {
  name: string
  permissions: ReportPermissions
}

export async function openReport(
  { pool, db, now, baseUrl }: DocumentNeeds,
  author: Author,
  request: ReportRequest,
  { hasFigures, hasLinks }: { hasFigures: boolean; hasLinks: boolean },
): Promise<OpenReport> {
  const definition = catalogue[request.report]
  const texts = reportTexts[request.language]
  const { scope, role, privileges } = author.permissions
  const { timeZone, dates } = await listDays(db, request)
  const { columns, all, groupBy } = chosenOf(definition, request, dates)
  const wanted = isWanted(scope, request)
  const deviceCount = await countDevices(db, wanted)
  const dataVersion = await findDataVersion(db)
  const viewer = { accountId: db.accountId, scope, role, privileges: new Set(privileges) }
  const namePlace = rememberPlaces(await createPlaceNames({ db: pool }, viewer, request))
  let devicesRead = 0
  const reading: Reading = {
    ...{ db, now, timeZone, dates, request, groupBy, texts, namePlace, hasLinks, isWanted: wanted },
    geofences: () => listGeofenceNames({ db }, viewer),
    async *devices(limit) {
      const { groupIds } = request
      const grouped = { scope, ...(groupIds && { groupIds }), withoutGroup: texts.withoutGroup }
      const parts =
        groupBy === 'group' ? devicesByGroup(db, wanted, grouped, limit) : devicesByName(db, wanted, limit)
      for await (const part of parts) {
        yield part
        devicesRead += part.devices.length
      }
    },
    async *drivers(limit) {
      const period = periodOf(dates)
      const drivers = await listActiveDrivers(db, period)
      for await (const part of devicesByDriver(db, wanted, { drivers, period, limit })) {
        yield part
        // The pass over all devices, for what nobody has driven, is the last one.
        if (!part.driver) devicesRead += part.devices.length
      }
    },
  }
  const figures = hasFigures ? await readFigures(reading) : []
  const drawnNote = figures.length > 0 && deviceCount > maxPictures ? drawnNotes[request.report] : undefined
  const areCurvesLimited = figures.filter(({ type }) => type === 'curve').length === maxCurves
  const notes: (keyof ReportTexts['footnotes'])[] = [
    ...(drawnNote ? [drawnNote] : []),
    ...(areCurvesLimited ? (['curves'] as const) : []),
  ]
  devicesRead = 0
  const rows = rowsOf(definition.read(reading), { columns, all }, texts)
  const document: ReportDocument = {
    title: texts.reports[request.report].title,
    locale: { language: request.language, units: request.units, timeZone },
    facts: factsOf(texts, request, { timeZone, deviceCount, dataVersion, author: author.name, now }),
    figures,
    tables: [{ title: texts.reports[request.report].title, columns: columns.map(titled(texts)), rows }],
    footnotes: () => [...definition.footnotes(request), ...notes].map((key) => texts.footnotes[key]),
    baseUrl,
    words: texts,
  }
  return {
    document,
    dataVersion,
    progress: () => (deviceCount === 0 ? 1 : Math.min(1, devicesRead / deviceCount)),
  }
}

/** Of reports whose figures show some devices only. */
const drawnNotes: Partial<Record<ReportType, keyof ReportTexts['footnotes']>> = {
  trips: 'tracks',
  speeding: 'marks',
  temperature: 'temperatureCurves',
}

interface Chosen {
  columns: ColumnDefinition[]
  all: ColumnDefinition[]
  groupBy: Grouping
}

/** Throws if the report has no such columns, grouping or period. */
export function checkRequest(request: ReportRequest, dates: LocalDay[]): void {
  chosenOf(catalogue[request.report], request, dates)
}

function chosenOf(
  { columns: columnsOf, groupings, maxDays }: ReportDefinition,
  request: ReportRequest,
  dates: LocalDay[],
): Chosen {
  const { columns: keys, groupBy = groupings[0]! } = request
  if (dates.length === 0) throw refused('to', 'must not be before from')
  if (dates.length > maxDays) throw refused('to', `must be at most ${maxDays - 1} days after from`)
  if (!groupings.includes(groupBy)) throw refused('groupBy', `must be one of ${groupings.join(', ')}`)
  for (const [option, report] of Object.entries(optionOf)) {
    if (option in request && request.report !== report) throw refused(option, `is of the report ${report}`)
  }
  const { minTemperature, maxTemperature } = request
  if (minTemperature !== undefined && maxTemperature !== undefined && minTemperature > maxTemperature)
    throw refused('maxTemperature', 'must not be below minTemperature')
  const all = columnsOf(dates, request)
  // The group has the name of the device, driver or geofence already.
  const isRepeated = (key: string) => key === groupBy
  if (!keys) {
    return { columns: all.filter(({ key, isOptional }) => !isOptional && !isRepeated(key)), all, groupBy }
  }
  const columns = keys.map((key) => {
    const found = all.find((one) => one.key === key)
    if (!found) throw refused('columns', `has no column "${key}"`)
    return found
  })
  return { columns, all, groupBy }
}

const optionOf: Record<keyof ReportOptions, ReportType> = {
  dayValue: 'days',
  plannedHoursPerDay: 'engineHours',
  workingHours: 'workTime',
  minTemperature: 'temperature',
  maxTemperature: 'temperature',
}

function refused(path: string, message: string): InvalidError {
  return new InvalidError('body.invalid', `${path} ${message}.`, { details: [{ path, message }] })
}

export function titled(texts: ReportTexts): (column: ColumnDefinition) => ReportColumn {
  return ({ key, type, weight, title, isShaded }) => ({
    key,
    title: title ?? texts.columns[key as ColumnKey],
    type,
    weight,
    ...(isShaded && { isShaded }),
  })
}

interface Known {
  timeZone: string
  deviceCount: number
  dataVersion: number
  author: string
  now: Date
}

function factsOf(
  { facts }: ReportTexts,
  request: ReportRequest,
  { timeZone, deviceCount, dataVersion, author, now }: Known,
): ReportDocument['facts'] {
  const { report, from, to, deviceIds, groupIds, language, plannedHoursPerDay, workingHours } = request
  // Day, month and 24 hours, as in the cells.
  const locale = language === 'en' ? 'en-GB' : language
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const hours = new Intl.NumberFormat(locale)
  const isAll = deviceIds === undefined && groupIds === undefined
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  return [
    { label: facts.period, value: date.formatRange(first, last) },
    { label: facts.timeZone, value: timeZone },
    { label: facts.devices, value: isAll ? `${facts.allDevices} (${deviceCount})` : String(deviceCount) },
    ...(report === 'engineHours'
      ? [{ label: facts.plannedHours, value: `${hours.format(plannedHoursPerDay ?? defaultPlannedHours)} h` }]
      : []),
    ...(report === 'workTime'
      ? [{ label: facts.workingHours, value: hoursText(workingHours ?? defaultWorkingHours, language) }]
      : []),
    ...(hasRange(request) ? [{ label: facts.temperatureRange, value: rangeText(request) }] : []),
    { label: facts.createdBy, value: author },
    { label: facts.createdAt, value: time.format(now) },
    { label: facts.dataVersion, value: String(dataVersion) },
  ]
}

/** As in `Mon, Tue, Wed 07:00–19:00`. */
function hoursText({ days, from, to }: WorkingHours, language: Language): string {
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // 1 June 2026 is a Monday.
  const names = weekdays.flatMap((day, at) =>
    days.includes(day) ? [name.format(Date.UTC(2026, 5, at + 1))] : [],
  )
  return `${names.join(', ')} ${from}–${to}`
}

/** As in -25°C … -18°C; one of both may be open. */
function rangeText({ minTemperature, maxTemperature, language }: ReportRequest): string {
  const celsius = new Intl.NumberFormat(language, { style: 'unit', unit: 'celsius' })
  const [min, max] = [minTemperature, maxTemperature].map((one) => one !== undefined && celsius.format(one))
  if (min && max) return `${min} … ${max}`
  return min ? `≥ ${min}` : `≤ ${max}`
}

/** Rows up to a limit, or until the time is over. */
export async function firstRows(
  rows: AsyncIterable<ReportRow[]>,
  { limit, budgetMs }: { limit: number; budgetMs: number },
): Promise<{ rows: ReportRow[]; isComplete: boolean }> {
  const found: ReportRow[] = []
  const startedAtMs = performance.now()
  for await (const some of rows) {
    const room = limit - found.length
    found.push(...some.slice(0, room))
    if (some.length > room) return { rows: found, isComplete: false }
    if (performance.now() - startedAtMs > budgetMs) return { rows: found, isComplete: false }
  }
  return { rows: found, isComplete: true }
}
