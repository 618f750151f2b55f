// Units of distances and speeds, and exact decimals of values in them.

import type { UnitSystem } from '../../../platform/http/preferences.ts'
import type { ReportColumn, ReportTable } from '../document.types.ts'

interface Units {
  distanceMark: string
  speedMark: string
  metres: number
  /** Decimals from which every centimetre can be read back. */
  decimals: number
}

/** Symbols are the same in all languages of the interface. */
export const unitsOf: Record<UnitSystem, Units> = {
  metric: { distanceMark: 'km', speedMark: 'km/h', metres: 1_000, decimals: 5 },
  imperial: { distanceMark: 'mi', speedMark: 'mph', metres: 1_609.344, decimals: 6 },
  nautical: { distanceMark: 'NM', speedMark: 'kn', metres: 1_852, decimals: 6 },
}

const centimetresPerMetre = 100
const secondsPerHour = 3_600
const speedDecimals = 6

export const toDistance = (metres: number, units: UnitSystem) => metres / unitsOf[units].metres
export const toSpeed = (metresPerSecond: number, units: UnitSystem) =>
  (metresPerSecond * secondsPerHour) / unitsOf[units].metres

/** With the unit, where the type has one. */
export function titleWithUnit(
  { title, type }: Pick<ReportColumn, 'title' | 'type'>,
  units: UnitSystem,
): string {
  if (type === 'distance') return `${title} (${unitsOf[units].distanceMark})`
  if (type === 'volume') return `${title} (l)`
  return type === 'speed' ? `${title} (${unitsOf[units].speedMark})` : title
}

/** All decimals that the centimetres need. Kilometres move the point of a whole number, so nothing is rounded. */
export function exactDistance(metres: number, units: UnitSystem): string {
  const { decimals } = unitsOf[units]
  const centimetres = Math.round(metres * centimetresPerMetre)
  if (units === 'metric') return movePoint(centimetres, decimals)
  return withoutZeros(toDistance(centimetres / centimetresPerMetre, units).toFixed(decimals))
}

export const exactSpeed = (metresPerSecond: number, units: UnitSystem) =>
  withoutZeros(toSpeed(metresPerSecond, units).toFixed(speedDecimals))

/** Of a number that may have the smallest error of floating point: 0.07 as 7, not as 7.000000000000001. */
export const exactPercent = (share: number) => withoutZeros((share * 100).toFixed(10))

function movePoint(whole: number, places: number): string {
  const digits = String(Math.abs(whole)).padStart(places + 1, '0')
  const sign = whole < 0 ? '-' : ''
  return withoutZeros(`${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

function withoutZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

/** Columns from which on a table of days would repeat its unit too often. */
const manyColumns = 8

/** For pages: the unit of many equal columns is in the title of the table. */
export function tableTitles(
  { title, columns }: Pick<ReportTable, 'title' | 'columns'>,
  units: UnitSystem,
): { title: string; columnTitles: string[] } {
  const isMatrix = columns.filter(({ type }) => type === 'distance').length >= manyColumns
  if (!isMatrix) return { title, columnTitles: columns.map((column) => titleWithUnit(column, units)) }
  return {
    title: titleWithUnit({ title, type: 'distance' }, units),
    columnTitles: columns.map((column) =>
      column.type === 'distance' ? column.title : titleWithUnit(column, units),
    ),
  }
}
