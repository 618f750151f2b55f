// The output of a command: text for people on a terminal, JSON for programs.

import { once } from 'node:events'

export interface Printing {
  json?: boolean
}

/** The result of a command, on standard output: one JSON value, or text. */
export function print({ json }: Printing, value: unknown, words: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : words}\n`)
}

/** A line of long output. Waits for the reader, so that nothing piles up here. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

/** Columns as wide as their widest cell, under their headings. */
export function tableOf(heads: string[], rows: string[][]): string {
  const widths = widthsOf([heads, ...rows])
  return [heads, ...rows].map((row) => rowOf(widths, row)).join('\n')
}

export function widthsOf(rows: string[][]): number[] {
  const [heads = []] = rows
  return heads.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
}

export function rowOf(widths: number[], cells: string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()
}

/** One record, a field per line. Unknown values are left out. */
export function fieldsOf(fields: Record<string, unknown>): string {
  const shown = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n')
}
