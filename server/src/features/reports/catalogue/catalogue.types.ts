// What a report consists of. Its values keep the whole numbers of the tables until they become cells: centimetres, tenths
// of km/h, seconds, millilitres.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import type { NamePlace } from '../../places/place.api.ts'
import type { LocalDay } from '../../trips/device-days.api.ts'
import type { CellType } from '../document.types.ts'
import type { Grouping, ReportOptions, ReportRequest, ReportType } from '../report.types.ts'
import type { ReportTexts } from '../texts/texts.types.ts'

/** A value of a row, before it becomes a cell. */
export type Value = string | number | null
export type Values = Record<string, Value>

/**
 * How the values of several rows become one. A ratio divides the sums of two other values; it is at most 1 unless unlimited. A
 * formula computes with the sums of several.
 */
export type Total =
  | 'sum'
  | 'max'
  | 'min'
  | { ratio: [of: string, by: string]; isUnlimited?: boolean }
  | { formula(sums: Record<string, number | null>): number | null; of: string[] }

export interface ColumnDefinition {
  /** Has its title among the texts, unless it has one here. */
  key: string
  type: CellType
  weight: number
  total?: Total
  /** Offered, but not part of the report unless it is chosen. */
  isOptional?: boolean
  isShaded?: boolean
  title?: string
}

export interface Entry {
  /** Rows of a group follow each other. */
  group?: string
  /** Distinguishes groups with the same title. */
  groupId?: string
  values: Values
  path?: string
  /** Counted before, in another group: it is not part of the total again. */
  isRepeat?: boolean
}

export interface ReportedDevice {
  number: number
  id: string
  name: string
  sortName: string
  licensePlate: string | null
  /** It is in another group too, which came before. */
  isRepeat?: boolean
}

export interface Reading {
  db: AccountDb
  now: Date
  timeZone: string
  dates: LocalDay[]
  request: ReportRequest
  groupBy: Grouping
  texts: ReportTexts
  namePlace: NamePlace
  /** Not in a format without links: millions of rows have one each. */
  hasLinks: boolean
  /** Those that the author sees, by name. */
  geofences(): Promise<{ number: number; name: string }[]>
  /** Whether device `d` is part of the report. */
  isWanted: Fragment
  /** In the order of their names, some at a time. With groups, a device is in each of its groups. */
  devices(limit: number): AsyncIterable<{ group: string | undefined; devices: ReportedDevice[] }>
  /** Each driver with the devices that the driver may have driven; without a driver, all of them. */
  drivers(
    limit: number,
  ): AsyncIterable<{ driver: { id: string; name: string } | undefined; devices: ReportedDevice[] }>
}

export interface ReportDefinition {
  report: ReportType
  /** The first one is the default. */
  groupings: Grouping[]
  maxDays: number
  columns(
    dates: readonly LocalDay[],
    options?: ReportOptions & Partial<Pick<ReportRequest, 'language'>> & Pick<ReportRequest, 'groupBy'>,
  ): ColumnDefinition[]
  read(reading: Reading): AsyncIterable<Entry[]>
  /** Keys of footnotes that hold for every file. */
  footnotes(request: ReportOptions & { groupBy?: Grouping }): (keyof ReportTexts['footnotes'])[]
}
