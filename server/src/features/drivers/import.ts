// Imports drivers from a spreadsheet: reports every fault of every row, and creates all drivers or none.

import { createSlices } from '../../platform/async/slices.ts'
import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { inLineOrder, readImport, requireNoFaults, shownFaults } from '../../platform/http/csv-import.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { faultsOf as faultsOfSchema } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireRoom, toDocument } from './driver.api.ts'
import { DriverBody, maxTags, TagBody } from './driver.schema.ts'
import type { DriverDocument } from './driver.types.ts'
import { listTaken } from './driver-tag.queries.ts'
import * as queries from './import.queries.ts'

export const importColumns = ['name', 'phone', 'email', 'licenseNumber', 'note', 'tag'] as const
const tagColumn = 'tag'

interface Row {
  line: number
  cells: string
  document: DriverDocument
  tags: string[]
}

/** What an import would do. */
export async function previewImport(
  ctx: Pick<Tx, 'db'>,
  csv: string,
): Promise<{ rows: number; faults: Fault[] }> {
  const rows = await readRows(csv)
  return { rows: rows.length, faults: shownFaults(await faultsOf(ctx, rows)) }
}

/** Creates every driver of the file, or none. */
export async function importDrivers(ctx: Tx, caller: Caller, csv: string): Promise<string[]> {
  const rows = await readRows(csv)
  await lockAccount(ctx.db)
  await requireRoom(ctx, rows.length)
  requireNoFaults(await faultsOf(ctx, rows))
  const drivers = rows.map(({ document, tags }) => ({ id: newId('drv'), ...toDocument(document), tags }))
  const now = ctx.now()
  const numbers = await queries.insertDrivers(ctx.db, drivers, now)
  const tags = drivers.flatMap((driver) =>
    driver.tags.map((tag) => ({ id: newId('dtg'), driverNumber: numbers.get(driver.id)!, tag })),
  )
  if (tags.length > 0) await queries.insertTags(ctx.db, tags, now)
  await recordChanges(
    ctx,
    caller,
    drivers.map(({ id, ...after }) => ({ action: 'drivers.created', target: id, before: null, after })),
  )
  return drivers.map(({ id }) => id)
}

async function readRows(csv: string): Promise<Row[]> {
  const imported = await readImport(csv, { names: importColumns })
  return imported.map(({ line, cells, values }) => {
    const { [tagColumn]: cell = '', ...document } = Object.fromEntries(values)
    return { line, cells, document: document as unknown as DriverDocument, tags: tagsIn(cell) }
  })
}

/** A cell has one tag, or several separated by semicolons. */
function tagsIn(cell: string): string[] {
  return cell
    .split(';')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

async function faultsOf(ctx: Pick<Tx, 'db'>, rows: Row[]): Promise<Fault[]> {
  return inLineOrder([...(await faultsOfRows(rows)), ...(await faultsOfTags(ctx, rows))])
}

async function faultsOfRows(rows: Row[]): Promise<Fault[]> {
  const lines = new Map<string, number>()
  const faults: Fault[] = []
  const pause = createSlices()
  for (const { line, cells, document, tags } of rows) {
    await pause()
    if (cells !== 'all') {
      faults.push({ path: String(line), message: cells })
      continue
    }
    for (const { path, message } of faultsOfSchema(DriverBody, document)) {
      faults.push({ path: `${line}.${path}`, message })
    }
    const path = `${line}.${tagColumn}`
    if (tags.length > maxTags) faults.push({ path, message: `has more than ${maxTags} tags` })
    for (const tag of tags.slice(0, maxTags)) {
      for (const { message } of faultsOfSchema(TagBody, { tag })) faults.push({ path, message })
      const first = lines.get(tag)
      if (first === undefined) lines.set(tag, line)
      else faults.push({ path, message: `is also in line ${first}` })
    }
  }
  return faults
}

async function faultsOfTags({ db }: Pick<Tx, 'db'>, rows: Row[]): Promise<Fault[]> {
  const tagged = rows.filter(({ tags }) => tags.length > 0)
  const taken = new Set(
    await listTaken(db, [...new Set(tagged.flatMap(({ tags }) => tags.slice(0, maxTags)))]),
  )
  return tagged.flatMap(({ line, tags }) =>
    tags
      .filter((tag) => taken.has(tag))
      .map((tag) => ({ path: `${line}.${tagColumn}`, message: `"${tag}" already belongs to a driver` })),
  )
}
