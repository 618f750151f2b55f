// The cells of a preview in the user's units and language.

import type { Format } from '../../ui/use-format.ts'
import type { Cell, CellType, Column, PreviewRow } from './report-api.ts'

const kmhPerMps = 3.6
const day = /^\d{4}-\d\d-\d\d$/

/** Empty if there is no value. */
export function cellText(value: Cell, type: CellType, format: Format): string {
  if (value === null) return ''
  // The titles of groups and sums are in the first column, whatever its type is.
  if (typeof value === 'string') return type === 'day' && day.test(value) ? format.weekday(value) : value
  switch (type) {
    case 'distance':
      return format.distance(value)
    case 'duration':
      return format.hoursAndMinutes(value)
    case 'speed':
      return format.speed(value * kmhPerMps)
    case 'volume':
      return format.volume(value)
    case 'decimal':
      return format.number(value, { maximumFractionDigits: 1 })
    case 'share':
      return format.number(value, { style: 'percent', maximumFractionDigits: 1 })
    case 'dateTime':
      return format.dateTime(value)
    default:
      return format.number(value)
  }
}

/** One of many columns with the name of a day: its cells are narrow, and shaded by their value. */
export function isDayColumn({ key }: Pick<Column, 'key'>): boolean {
  return day.test(key)
}

/** The unit is in the column of the sums. */
export function dayCellText(value: Cell, type: CellType, format: Format): string {
  if (value === 0) return ''
  if (typeof value === 'number' && type === 'distance') return format.roundDistance(value)
  return cellText(value, type, format)
}

const shades = 4

/** 0 for nothing, then 1 to 4 by quarters of the largest value. */
export function shadeOf(value: Cell, largest: number): number {
  if (typeof value !== 'number' || value <= 0 || largest <= 0) return 0
  return Math.min(shades, Math.ceil((value / largest) * shades))
}

/** The largest value of the columns of days, without sums. */
export function largestOfDays(columns: readonly Column[], rows: readonly PreviewRow[]): number {
  const indexes = columns.flatMap((column, index) => (isDayColumn(column) ? [index] : []))
  const values = rows
    .filter(({ type }) => type === 'row')
    .flatMap(({ cells }) => indexes.map((index) => cells[index]))
  return values.reduce((largest: number, value) => Math.max(largest, Number(value ?? 0)), 0)
}

export function isNumeric(type: CellType): boolean {
  return type !== 'text' && type !== 'dateTime' && type !== 'day'
}
