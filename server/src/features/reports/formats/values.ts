// Values as people read them, in the language, units and time zone of a report.

import type { Language } from '../../../platform/http/accept-language.ts'
import type { Cell, CellType, ReportLocale } from '../document.types.ts'
import { createLocalTime, twoDigits } from './local-time.ts'
import { toDistance, toSpeed } from './units.ts'

/** What a cell contains in fact: the first cell of a group has text in a column of any type. */
export type ValueType = CellType | 'number' | 'empty'

export interface ValueFormat {
  cell(value: Cell, type: CellType): string
  /** For sums of narrow columns: long distances without decimals. */
  narrow(value: Cell, type: CellType): string
  /** With no more decimals than needed, for an axis. */
  short(value: number, type: CellType): string
}

/** In kilometres, miles or nautical miles. */
const longDistance = 1_000

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export function typeOfValue(value: Cell, type: CellType): ValueType {
  if (value === null || value === '') return 'empty'
  // Days are titles of groups in a column of times.
  if (typeof value === 'string')
    return (type === 'day' || type === 'dateTime') && isDay(value) ? 'day' : 'text'
  if (!Number.isFinite(value)) return 'empty'
  return type === 'text' || type === 'day' ? 'number' : type
}

/** Numbers are read along a column. */
export const isRightAligned = (type: CellType) => type !== 'text' && type !== 'dateTime' && type !== 'day'

export function createValueFormat({ language, units, timeZone }: ReportLocale): ValueFormat {
  // In Spanish 2777 would stand above 14.983 otherwise.
  const useGrouping = 'always'
  const decimals = (minimumFractionDigits: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits, useGrouping })
  const whole = decimals(0, 0)
  const tenths = decimals(1, 1)
  const shortTenths = decimals(0, 1)
  const plain = decimals(0, 6)
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping,
  })
  const localTime = createLocalTime(timeZone)
  const dayText = createDayText(language)

  function cell(value: Cell, type: CellType): string {
    const valueType = typeOfValue(value, type)
    if (valueType === 'empty') return ''
    if (valueType === 'text') return value as string
    if (valueType === 'day') return dayText(value as string)
    return numberText(value as number, valueType)
  }

  function numberText(value: number, type: Exclude<ValueType, 'empty' | 'text' | 'day'>): string {
    switch (type) {
      case 'count':
        return whole.format(value)
      case 'volume':
      case 'decimal':
        return tenths.format(value)
      case 'distance':
        return tenths.format(toDistance(value, units))
      case 'speed':
        return whole.format(toSpeed(value, units))
      case 'share':
        return percent.format(value)
      case 'duration':
        return hoursAndMinutes(value)
      case 'dateTime': {
        const local = new Date(localTime.toLocalMs(value)).toISOString()
        return `${dayText(local.slice(0, 10))} ${local.slice(11, 16)}`
      }
      default:
        return plain.format(value)
    }
  }

  return {
    cell,
    narrow(value, type) {
      const isLong =
        type === 'distance' && typeof value === 'number' && toDistance(value, units) >= longDistance
      return isLong ? whole.format(toDistance(value, units)) : cell(value, type)
    },
    short: (value, type) =>
      type === 'distance' ? shortTenths.format(toDistance(value, units)) : cell(value, type),
  }
}

/** Whole minutes, as in 27:05: hours are not split into days, so that sums can be compared. */
function hoursAndMinutes(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const sign = seconds < 0 && minutes > 0 ? '-' : ''
  return `${sign}${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`
}

/** In English by the name of the month: 11/10 is October in one country and November in another. */
function createDayText(language: Language): (day: string) => string {
  if (language !== 'en') return (day) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index)))
  return (day) =>
    `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`
}
