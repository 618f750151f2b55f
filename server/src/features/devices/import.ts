// Imports devices from a spreadsheet: reports every fault of every row, and creates all devices or none.

import { createSlices } from '../../platform/async/slices.ts'
import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import { inLineOrder, readImport, requireNoFaults, shownFaults } from '../../platform/http/csv-import.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { faultsOf as faultsOfSchema } from '../../platform/http/validation.ts'
import { countLicenses } from '../licenses/license.api.ts'
import { DeviceBody } from './device.schema.ts'
import type { DeviceDocument } from './device.types.ts'
import { createDevices } from './device-changes.api.ts'
import * as queries from './device-changes.queries.ts'

const columns = [
  'name',
  'description',
  'identifier',
  'phoneNumber',
  'model',
  'vehicleType',
  'licensePlate',
  'driverName',
  'driverPhone',
  'protocol',
] as const
const limitColumns = ['expirationDate', 'dailyEmailLimit', 'dailySmsLimit'] as const
const groupColumn = 'group'
const tagPrefix = 'tag.'

export interface ImportPreview {
  rows: number
  /** `path` is the line and column of the file: `12.identifier`. */
  faults: Fault[]
  licensesNeeded: number
  licensesFree: number
}

interface Row {
  line: number
  /** "all", or a message about a wrong number of cells. */
  cells: string
  document: DeviceDocument
}

/** What an import would do. */
export async function previewImport(
  ctx: Pick<Tx, 'db' | 'now'>,
  caller: Caller,
  csv: string,
): Promise<ImportPreview> {
  const rows = await readRows(csv)
  const faults = await faultsOf(ctx, caller, rows)
  const { free } = await countLicenses(ctx.db, ctx.now())
  const today = await queries.findToday(ctx.db, ctx.now())
  const needed = rows.filter(
    ({ document: { limits } }) => !limits?.expirationDate || limits.expirationDate > today,
  )
  return {
    rows: rows.length,
    faults: shownFaults(faults),
    licensesNeeded: needed.length,
    licensesFree: free,
  }
}

/** Creates every device of the file, or none. */
export async function importDevices(ctx: Tx, caller: Caller, csv: string): Promise<string[]> {
  const rows = await readRows(csv)
  const faults = await faultsOf(ctx, caller, rows)
  requireNoFaults(faults)
  return createDevices(
    ctx,
    caller,
    rows.map((row) => row.document),
  )
}

async function faultsOf(ctx: Pick<Tx, 'db'>, caller: Caller, rows: Row[]): Promise<Fault[]> {
  const faults = [...(await faultsOfRows(rows)), ...(await faultsOfIdentifiers(ctx, rows))]
  return inLineOrder([...faults, ...(await findGroups(ctx, caller, rows))])
}

/** Replaces the names of groups by their ids. A cell names one group, or several separated by semicolons. */
async function findGroups(ctx: Pick<Tx, 'db'>, caller: Caller, rows: Row[]): Promise<Fault[]> {
  const grouped = rows.filter((row) => row.document.groups)
  const cells = grouped.map((row) => row.document.groups![0]!)
  const found = await queries.listGroupsByName(ctx.db, [...new Set([...cells, ...cells.flatMap(namesIn)])])
  const ids = new Map(
    found.filter(({ id }) => includesGroup(caller.scope, id)).map(({ id, name }) => [name, id]),
  )
  return grouped.flatMap(({ document, line }) => {
    const [cell = ''] = document.groups ?? []
    // The name of a group may contain a semicolon.
    const names = ids.has(cell) ? [cell] : namesIn(cell)
    const unknown = names.filter((name) => !ids.has(name))
    document.groups = [...new Set(names.flatMap((name) => ids.get(name) ?? []))]
    return unknown.map((name) => ({ path: `${line}.${groupColumn}`, message: `"${name}" is not a group` }))
  })
}

function namesIn(cell: string): string[] {
  return cell
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean)
}

async function readRows(csv: string): Promise<Row[]> {
  const imported = await readImport(csv, {
    names: [...columns, ...limitColumns, groupColumn],
    others: { isKnown: isTagColumn, example: `${tagPrefix}…` },
  })
  return imported.map(({ line, cells, values }) => ({ line, cells, document: toDocument(values) }))
}

function isTagColumn(name: string): boolean {
  return name.startsWith(tagPrefix) && name !== tagPrefix && name !== `${tagPrefix}__proto__`
}

function toDocument(values: Map<string, string>): DeviceDocument {
  const document: Record<string, unknown> = {}
  const limits: Record<string, unknown> = {}
  const tags: Record<string, string> = {}
  for (const [name, text] of values) {
    if (name.startsWith(tagPrefix)) tags[name.slice(tagPrefix.length)] = text
    else if (name === groupColumn) document.groups = [text]
    else if (name === 'expirationDate') Object.assign(limits, { expires: true, expirationDate: text })
    else if (name.startsWith('daily')) limits[name] = /^\d+$/.test(text) ? Number(text) : text
    else document[name] = text
  }
  if (Object.keys(tags).length > 0) document.tags = tags
  if (Object.keys(limits).length > 0) document.limits = { expires: false, ...limits }
  return document as unknown as DeviceDocument
}

async function faultsOfRows(rows: Row[]): Promise<Fault[]> {
  const lines = new Map<string, number>()
  const faults: Fault[] = []
  const pause = createSlices()
  for (const { line, cells, document } of rows) {
    await pause()
    if (cells !== 'all') {
      faults.push({ path: String(line), message: cells })
      continue
    }
    for (const { path, message } of faultsOfSchema(DeviceBody, document))
      faults.push({ path: `${line}.${path.replace('limits.', '')}`, message })
    const { identifier } = document
    if (!identifier) continue
    const first = lines.get(identifier)
    if (first === undefined) lines.set(identifier, line)
    else faults.push({ path: `${line}.identifier`, message: `is also in line ${first}` })
  }
  return faults
}

async function faultsOfIdentifiers(ctx: Pick<Tx, 'db'>, rows: Row[]): Promise<Fault[]> {
  const identified = rows.filter((row) => typeof row.document.identifier === 'string')
  const taken = new Set(
    await queries.listOwnIdentifiers(
      ctx.db,
      identified.map((row) => row.document.identifier!),
    ),
  )
  return identified
    .filter((row) => taken.has(row.document.identifier!))
    .map((row) => ({ path: `${row.line}.identifier`, message: 'already belongs to a device' }))
}
