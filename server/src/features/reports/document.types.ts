// A report as the formats write it: facts, figures, and tables whose rows are read while they are written, so that no
// report is held in memory. Values have the units of the API; a format converts them to those of the reader.

import type { Language } from '../../platform/http/accept-language.ts'
import type { UnitSystem } from '../../platform/http/preferences.ts'

/** How values are written. */
export interface ReportLocale {
  language: Language
  units: UnitSystem
  timeZone: string
}

/**
 * What a cell contains: text; an integer; metres; seconds; metres per second; a share from 0 to 1; litres; any
 * other number with decimals; an instant in milliseconds; a calendar day as in 2026-11-18.
 */
export const cellTypes = [
  'text',
  'count',
  'distance',
  'duration',
  'speed',
  'share',
  'volume',
  'decimal',
  'dateTime',
  'day',
] as const
export type CellType = (typeof cellTypes)[number]

export type Cell = string | number | null

export interface ReportColumn {
  key: string
  /** In the language of the report, without a unit. */
  title: string
  type: CellType
  /** Its width relative to others, where space is divided. */
  weight: number
  /** Cells are shaded by their value, as in a table of days. */
  isShaded?: boolean
}

/** `group` has its title in the first cell and nothing else; subtotals and totals have sums where sums make sense. */
export type RowType = 'row' | 'group' | 'subtotal' | 'total'

export interface ReportRow {
  type: RowType
  /** One per column. */
  cells: Cell[]
  /** Where the interface shows it, as in /history/dev_x?trip=trp_y. */
  path?: string
}

export interface ReportTable {
  title: string
  columns: ReportColumn[]
  /** Some at a time. Read once. */
  rows: AsyncIterable<ReportRow[]>
}

export interface Bars {
  type: 'bars'
  title: string
  valueType: CellType
  /** At most 31. */
  bars: { label: string; value: number }[]
}

/** Shares of a whole, such as the time of trips, stops and gaps. */
export interface Shares {
  type: 'shares'
  title: string
  valueType: CellType
  parts: { label: string; value: number }[]
}

/** Tracks without a map: with their stops, a scale, and coordinates at the edges. */
export interface TrackPicture {
  type: 'track'
  title: string
  /** Latitude, longitude. At most 2,000 points over all lines. */
  lines: [latitude: number, longitude: number][][]
  stops: { latitude: number; longitude: number; label: string }[]
  /** Points by what they are, at most 300. Each kind has its own colour in all pictures. */
  marks?: { label: string; colour: number; places: { latitude: number; longitude: number }[] }[]
}

/** A value over time, such as the level of a tank, with what has changed it. */
export interface Curve {
  type: 'curve'
  title: string
  valueType: CellType
  fromMs: number
  toMs: number
  /** Of the axis; values may exceed it. */
  greatest: number
  /** In the order of time. At most 1,000. */
  points: [atMs: number, value: number][]
  /** Between two points that are further apart nothing is known. */
  gapMs: number
  marks: { atMs: number; value: number; label: string; isRise: boolean }[]
  /** Of the axis of time. */
  ticks: { atMs: number; label: string }[]
}

/** Values over time, with the limits that they should keep. */
export interface Lines {
  type: 'lines'
  title: string
  fromMs: number
  toMs: number
  /** Broken into parts where values are missing. At most some hundred points each. */
  lines: { label: string; parts: [atMs: number, value: number][][] }[]
  limits: { label: string; value: number }[]
}

export type Figure = Bars | Shares | TrackPicture | Curve | Lines

export interface ReportDocument {
  title: string
  locale: ReportLocale
  /** Period, time zone, devices, data version, author and time, as label and value. */
  facts: { label: string; value: string }[]
  figures: Figure[]
  tables: ReportTable[]
  /** Read after the rows: some depend on them. */
  footnotes(): string[]
  /** Of the installation, for links. Undefined: no links. */
  baseUrl: string | undefined
  /** Words that formats need, in the language of the report. */
  words: { page: string; of: string; total: string; moreRows: string; noRows: string }
}

/** The bytes of the file, in order. Nothing is read from the tables before the bytes are asked for. */
export type WriteReport = (document: ReportDocument) => AsyncIterable<Uint8Array>
