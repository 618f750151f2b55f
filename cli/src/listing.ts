// Lists, printed page by page: a table for people, a JSON value per line for programs.

import type { Printing } from './output.ts'
import { printLine, rowOf, widthsOf } from './output.ts'

export type Columns<T> = Record<string, (record: T) => unknown>

export async function printList<T>(
  { json }: Printing,
  pages: AsyncIterable<T[]> | Iterable<T[]>,
  columns: Columns<T>,
  none: string,
): Promise<void> {
  const heads = Object.keys(columns)
  const cellsOf = (record: T) => Object.values(columns).map((pick) => textOf(pick(record)))
  let widths: number[] | undefined
  for await (const records of pages) {
    if (json) {
      for (const record of records) await printLine(JSON.stringify(record))
      continue
    }
    const rows = records.map(cellsOf)
    if (!widths && rows.length > 0) {
      // The first page determines the widths: the list is not buffered to measure it.
      widths = widthsOf([heads, ...rows])
      await printLine(rowOf(widths, heads))
    }
    for (const row of rows) await printLine(rowOf(widths ?? [], row))
  }
  if (!json && !widths) process.stderr.write(`${none}\n`)
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value === true) return 'yes'
  if (value === false) return 'no'
  // A name may contain anything; on a terminal it must not move the cursor.
  return String(value).replace(/\p{Cc}/gu, ' ')
}

/** A time in the local time zone: 2026-11-15 14:03. */
export function timeOf(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
