// Makes a table of the entries of a report: chosen columns, groups, subtotals and a total.

import { toMetres, toMetresPerSecond } from '../trips/measures.api.ts'
import type { ColumnDefinition, Entry, Total, Value, Values } from './catalogue/catalogue.types.ts'
import type { Cell, ReportRow } from './document.types.ts'

export interface TableWords {
  total: string
  subtotal: string
}

/** Rows as they are written. The entries of a group follow each other. */
export async function* rowsOf(
  entries: AsyncIterable<Entry[]>,
  { columns, all }: { columns: ColumnDefinition[]; all: ColumnDefinition[] },
  words: TableWords,
): AsyncGenerator<ReportRow[]> {
  const total = createSums(all)
  let sums = createSums(all)
  let group: string | undefined
  let groupId: string | undefined
  let count = 0
  for await (const some of entries) {
    const rows: ReportRow[] = []
    for (const { group: next, groupId: nextId, values, path, isRepeat } of some) {
      if (next !== group || nextId !== groupId) {
        if (group !== undefined) rows.push(...sumRow('subtotal', words.subtotal, columns, sums))
        group = next
        groupId = nextId
        sums = createSums(all)
        if (group !== undefined) rows.push(titleRow(group, columns))
      }
      addValues(sums, values)
      if (!isRepeat) addValues(total, values)
      count += 1
      rows.push({ type: 'row', cells: toCells(columns, values), ...(path !== undefined && { path }) })
    }
    // Also without rows: between parts a report can be cancelled, or end because of its limits.
    yield rows
  }
  const last: ReportRow[] = []
  if (group !== undefined) last.push(...sumRow('subtotal', words.subtotal, columns, sums))
  if (count > 0) last.push(...sumRow('total', words.total, columns, total))
  yield last
}

function titleRow(title: string, columns: ColumnDefinition[]): ReportRow {
  return { type: 'group', cells: columns.map((_, index) => (index === 0 ? title : null)) }
}

/** The label is in the first column, unless that has a sum. There is no row if nothing was summed. */
function sumRow(
  type: 'subtotal' | 'total',
  label: string,
  columns: ColumnDefinition[],
  sums: Sums,
): ReportRow[] {
  const values = valuesOf(sums)
  const cells = columns.map((column) => (column.total ? toCell(column, values[column.key] ?? null) : null))
  if (cells.every((cell) => cell === null)) return []
  if (!columns[0]!.total) cells[0] = label
  return [{ type, cells }]
}

function toCells(columns: ColumnDefinition[], values: Values): Cell[] {
  return columns.map((column) => toCell(column, values[column.key] ?? null))
}

function toCell({ type }: ColumnDefinition, value: Value): Cell {
  if (typeof value !== 'number') return value
  if (type === 'distance') return toMetres(value)
  if (type === 'volume') return value / 1_000
  if (type === 'decimal') return Math.round(value * 1_000) / 1_000
  return type === 'speed' ? toMetresPerSecond(value) : value
}

interface Sums {
  definitions: ColumnDefinition[]
  adders: Adder[]
  values: Record<string, number | null>
}

/** What is added of each row. */
interface Adder {
  into: string
  from: string
  combined: (one: number, other: number) => number
}

function createSums(definitions: ColumnDefinition[]): Sums {
  return { definitions, adders: definitions.flatMap(addersOf), values: {} }
}

function addersOf({ key, total }: ColumnDefinition): Adder[] {
  if (total === undefined) return []
  if (typeof total !== 'object') return [{ into: key, from: key, combined: combine[total] }]
  return partsOf(total).map((from) => ({ into: `of ${key} ${from}`, from, combined: plus }))
}

const partsOf = (total: Exclude<Total, string>) => ('ratio' in total ? total.ratio : total.of)
const plus = (one: number, other: number) => one + other
const combine = { sum: plus, max: Math.max, min: Math.min }

function addValues({ adders, values: sums }: Sums, values: Values): void {
  for (const { into, from, combined } of adders) {
    const value = values[from]
    if (typeof value !== 'number') continue
    const known = sums[into]
    sums[into] = known == null ? value : combined(known, value)
  }
}

function valuesOf({ definitions, values }: Sums): Values {
  const found: Values = { ...values }
  for (const { key, total } of definitions) {
    if (typeof total !== 'object') continue
    if ('formula' in total) {
      const parts = total.of.map((one) => [one, values[`of ${key} ${one}`] ?? null] as const)
      found[key] = total.formula(Object.fromEntries(parts))
      continue
    }
    const [of, by] = total.ratio.map((one) => values[`of ${key} ${one}`] ?? 0) as [number, number]
    const limit = total.isUnlimited ? Number.POSITIVE_INFINITY : 1
    found[key] = by > 0 ? Math.min(limit, of / by) : null
  }
  return found
}
