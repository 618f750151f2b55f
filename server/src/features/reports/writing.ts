// Writes the file of a run: reads one snapshot of the account, row by row, and stores the file in parts.

import { createHash } from 'node:crypto'
import { createCollector } from '../../platform/async/collector.ts'
import { createRest, machineWaitedMs } from '../../platform/async/thread-priority.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { inSnapshot } from '../../platform/db/db.ts'
import { openReport } from './document.ts'
import type { ReportDocument, ReportRow } from './document.types.ts'
import { insertPart, partBytes } from './file.queries.ts'
import { loadFormat } from './formats/formats.ts'
import type { ReportTotal } from './report.types.ts'
import type { LeasedRun } from './run.queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'now' | 'sites'>

export const limits = { rows: 5_000_000, bytes: 500_000_000, durationMs: 30 * 60_000 }

/** The user can do something about it: a shorter period, fewer devices. */
export class ReportTooLargeError extends Error {
  override name = 'ReportTooLargeError'
}

export interface WrittenReport {
  rows: number
  bytes: number
  sha256: Buffer
  dataVersion: number
  totals: ReportTotal[]
}

export interface WritingOptions {
  /** Between parts. Throws if the run is no longer ours. */
  onProgress(progress: number): Promise<void>
}

export async function writeReport(
  ctx: Needs,
  accountId: number,
  run: LeasedRun,
  { onProgress }: WritingOptions,
): Promise<WrittenReport> {
  const { request, permissions, author } = run
  const { dialect = 'excel', format } = request
  const files = ctx.db.forAccount(accountId)
  const endsAtMs = ctx.now().getTime() + limits.durationMs
  const baseUrl = await ctx.sites.urlOf(accountId)
  return inSnapshot(ctx, accountId, async (tx) => {
    const needs = { pool: ctx.db, db: tx.db, now: ctx.now(), baseUrl }
    const hasFigures = format === 'pdf' || format === 'html'
    const { document, dataVersion, progress } = await openReport(
      needs,
      { name: author, permissions },
      request,
      { hasFigures, hasLinks: format !== 'csv' },
    )
    const counted = countRows(document, async () => {
      if (ctx.now().getTime() > endsAtMs) throw new ReportTooLargeError('It took longer than 30 minutes.')
      await onProgress(progress())
    })
    const write = await loadFormat(format, dialect)
    const stored = await storeParts(files, run.number, write(counted.document))
    return { ...stored, rows: counted.rows(), dataVersion, totals: totalsOf(document, counted.total()) }
  })
}

/** `onRows` runs whenever the writer asks for more. */
function countRows(document: ReportDocument, onRows: () => Promise<void>) {
  let count = 0
  let total: ReportRow | undefined
  const collect = createCollector()
  const rest = createRest({ waited: machineWaitedMs })
  async function* counted(rows: AsyncIterable<ReportRow[]>) {
    for await (const some of rows) {
      for (const row of some) {
        if (row.type === 'row') count += 1
        if (row.type === 'total') total = row
      }
      if (count > limits.rows) throw new ReportTooLargeError('It has more than 5 million rows.')
      collect()
      rest()
      await onRows()
      yield some
    }
  }
  const tables = document.tables.map((table) => ({ ...table, rows: counted(table.rows) }))
  return { document: { ...document, tables }, rows: () => count, total: () => total }
}

/** Without the columns of single days, and without times, which nobody adds. */
function totalsOf({ tables: [table] }: ReportDocument, total: ReportRow | undefined): ReportTotal[] {
  return table!.columns.flatMap(({ title, type, isShaded }, index) => {
    const value = total?.cells[index]
    const isSum = typeof value === 'number' && type !== 'dateTime' && !isShaded
    return isSum ? [{ title, type, value }] : []
  })
}

async function storeParts(
  db: AccountDb,
  runNumber: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let bytes = 0
  let part = 0
  const store = async (whole: Buffer) => {
    await insertPart(db, runNumber, part, whole)
    part += 1
  }
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    if (bytes > limits.bytes) throw new ReportTooLargeError('The file is larger than 500 MB.')
    pending.push(chunk)
    pendingBytes += chunk.length
    if (pendingBytes < partBytes) continue
    let rest = Buffer.concat(pending)
    for (; rest.length >= partBytes; rest = rest.subarray(partBytes)) await store(rest.subarray(0, partBytes))
    pending = rest.length > 0 ? [Buffer.from(rest)] : []
    pendingBytes = rest.length
  }
  if (pendingBytes > 0) await store(Buffer.concat(pending))
  return { bytes, sha256: hash.digest() }
}
