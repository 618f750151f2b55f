// The files of a Traccar export: their tables, devices and groups.

import { ClientError } from '../failure.ts'
import type { Source } from './source.ts'
import type { TableRow } from './tables.ts'
import { readTables } from './tables.ts'

export type Cells = Record<string, string | null | undefined>
export type TraccarTable = 'tc_devices' | 'tc_groups' | 'tc_positions'

export interface TraccarDevice {
  where: string
  id: string
  identifier: string
  name: string
  phoneNumber: string | undefined
  model: string | undefined
  contact: string | undefined
  category: string | undefined
  groupId: string | undefined
  expirationDate: string | undefined
}

export interface TraccarExport {
  /** By Traccar id. */
  devices: Map<string, TraccarDevice>
  groups: Map<string, string>
}

/** Rows of all tables of a file, with the table's name. */
export async function* readRows(
  source: Source,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<{ table: string; where: string; cells: Cells }> {
  let before: { columns: string[]; table: string } | undefined
  for await (const row of readTables(source.read(onBytes))) {
    if (before?.columns !== row.columns) before = { columns: row.columns, table: tableOf(row, source.file) }
    const cells: Cells = {}
    for (const [at, column] of row.columns.entries()) cells[column] = row.cells[at]
    yield { table: before.table, where: `${source.file} line ${row.line}`, cells }
  }
}

/** A CSV file does not name its table; its columns identify it. */
function tableOf({ table, columns }: TableRow, file: string): string {
  if (table !== undefined) return table.startsWith('tc_') ? table : `tc_${table}`
  const has = (...names: string[]) => names.every((name) => columns.includes(name))
  if (has('id', 'uniqueid', 'name')) return 'tc_devices'
  if (has('deviceid', 'fixtime', 'latitude', 'longitude')) return 'tc_positions'
  if (has('id', 'name', 'groupid')) return 'tc_groups'
  throw new ClientError(
    `${file} is none of Traccar’s tables tc_devices, tc_groups and tc_positions. The first line must name the columns, but has ${columns.slice(0, 12).join(', ')}.`,
  )
}

/** Stops at the positions: they may be long, and devices come before them. */
export async function readExport(sources: Source[]): Promise<TraccarExport> {
  const found: TraccarExport = { devices: new Map(), groups: new Map() }
  for (const source of sources) {
    for await (const { table, where, cells } of readRows(source)) {
      if (table === 'tc_positions') break
      const { id } = cells
      if (!id) continue
      if (table === 'tc_groups' && cells.name) found.groups.set(id, cells.name)
      if (table === 'tc_devices') found.devices.set(id, toDevice(where, id, cells))
    }
  }
  return found
}

function toDevice(where: string, id: string, cells: Cells): TraccarDevice {
  const text = (name: string) => cells[name]?.trim() || undefined
  const identifier = text('uniqueid') ?? ''
  return {
    where,
    id,
    identifier,
    name: text('name') ?? identifier,
    phoneNumber: text('phone'),
    model: text('model'),
    contact: text('contact'),
    category: text('category'),
    groupId: text('groupid'),
    expirationDate: /^\d{4}-\d\d-\d\d/.exec(text('expirationtime') ?? '')?.[0],
  }
}
