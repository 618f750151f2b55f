// Cells and rows of a sheet: numbers, dates and durations as such, texts inline (ECMA-376, 18.3.1).

import type { Cell, CellType, ReportColumn, ReportLocale, ReportRow } from '../../document.types.ts'
import { createLocalTime } from '../local-time.ts'
import { toDistance, toSpeed } from '../units.ts'
import { typeOfValue } from '../values.ts'
import { escapeXml } from '../xml.ts'
import type { Look, StyledType } from './styles.ts'
import { styleOf } from './styles.ts'

export type WriteRow = (row: ReportRow, number: number, hasLink: boolean) => string

const msPerDay = 86_400_000
const secondsPerDay = 86_400
/** 1 January 1970 in days since the first day of spreadsheets. */
const epochDay = 25_569
export const maxCellCharacters = 32_767

export function createRowWriter(columns: ReportColumn[], { units, timeZone }: ReportLocale): WriteRow {
  const letters = columns.map((_, index) => columnName(index))
  const localTime = createLocalTime(timeZone)

  function numberOf(value: number, type: CellType | 'number'): number {
    switch (type) {
      case 'distance':
        return toDistance(value, units)
      case 'speed':
        return toSpeed(value, units)
      case 'duration':
        return value / secondsPerDay
      case 'dateTime':
        return localTime.toLocalMs(value) / msPerDay + epochDay
      default:
        return value
    }
  }

  function cellOf(value: Cell, type: CellType, reference: string, look: Look): string {
    const valueType = typeOfValue(value, type)
    if (valueType === 'empty')
      return look === 'row' ? '' : `<c r="${reference}" s="${styleOf(look, 'text')}"/>`
    if (valueType === 'text') return textCell(value as string, reference, look)
    const number =
      valueType === 'day'
        ? Date.parse(`${value}T00:00:00Z`) / msPerDay + epochDay
        : numberOf(value as number, valueType)
    return `<c r="${reference}" s="${styleOf(look, valueType)}"><v>${number}</v></c>`
  }

  return ({ type, cells }, number, hasLink) => {
    let text = `<row r="${number}">`
    for (let index = 0; index < columns.length; index += 1) {
      const look = hasLink && index === 0 ? 'link' : type
      text += cellOf(cells[index] ?? null, columns[index]!.type, `${letters[index]}${number}`, look)
    }
    return `${text}</row>`
  }
}

/** `type` is that of the column, where its title is aligned like its cells. */
export function textCell(text: string, reference: string, look: Look, type: StyledType = 'text'): string {
  return `<c r="${reference}" s="${styleOf(look, type)}" t="inlineStr"><is><t xml:space="preserve">${cellTextOf(text)}</t></is></c>`
}

/** Programs read _x0041_ as A, so an underscore before such a code is written as a code itself. */
function cellTextOf(text: string): string {
  const short = text.length > maxCellCharacters ? `${text.slice(0, maxCellCharacters - 1)}…` : text
  return escapeXml(short).replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}

/** A, B, … Z, AA, AB, … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
