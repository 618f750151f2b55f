import type { PeriodText } from '../../ui/period/period.ts'

/** The state of the view: a link shows the same report of the same devices. */
export interface ReportsSearch {
  /** Without it, the catalogue is shown. */
  report?: string
  /** As users write them: now-1w/w, 2026-11-15. */
  from?: string
  to?: string
  /** Ids, separated by commas; absent: all devices. */
  devices?: string
  groups?: string
  /** The grouping; absent: the first one of the report. */
  by?: string
  /** Keys in their order, separated by commas; absent: those of the report. */
  columns?: string
  /** What the cells of a table of days contain; absent: distance. */
  cells?: string
  /** Planned hours a day; absent: those of the report. */
  planned?: string
  /** Working hours as 07:00-19:00, and their days of the week; absent: those of the report. */
  hours?: string
  weekdays?: string
  /** The range of temperatures, in °C. */
  min?: string
  max?: string
  /** The run whose details are open. */
  run?: string
  /** The schedule whose report is being changed. */
  schedule?: string
}

/** Undefined values are removed from the URL. */
export type SearchChange = { [K in keyof ReportsSearch]?: ReportsSearch[K] | undefined }
export type Change = (part: SearchChange, replace?: boolean) => void

export const defaultPeriod: PeriodText = { from: 'now-1w/w', to: 'now-1w/w' }

const names = [
  'report',
  'from',
  'to',
  'devices',
  'groups',
  'by',
  'columns',
  'cells',
  'planned',
  'hours',
  'weekdays',
  'min',
  'max',
  'run',
  'schedule',
] as const
const maxLength = 8_000

export function validateReportsSearch(search: Record<string, unknown>): ReportsSearch {
  return withoutEmpty(
    Object.fromEntries(
      names.map((name) => {
        const value = search[name]
        return [name, typeof value === 'string' && value.length <= maxLength ? value : undefined]
      }),
    ),
  )
}

export function withoutEmpty(search: SearchChange): ReportsSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as ReportsSearch
}

export function splitList(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(',').filter((part) => part !== ''))]
}

/** Undefined for nothing, so that it is left out of the URL. */
export function joinList(parts: readonly string[]): string | undefined {
  return parts.length === 0 ? undefined : parts.join(',')
}
