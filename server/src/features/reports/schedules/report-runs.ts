// What schedules need of report runs.

import type { Tx } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { listDays } from '../../trips/device-days.api.ts'
import { checkRequest } from '../document.ts'
import { findPart, partBytes } from '../file.queries.ts'
import { fileNameOf } from '../file-name.ts'
import { contentTypes } from '../formats/formats.ts'
import { titleWithUnit } from '../formats/units.ts'
import { createValueFormat } from '../formats/values.ts'
import type { ReportRun, RunState } from '../report.types.ts'
import { findRun, findTotals } from '../run.queries.ts'
import { permissionsOf, requestRun } from '../run.ts'
import { reportTexts } from '../texts/texts.ts'
import type { DatePeriod, ScheduleDocument } from './schedule.types.ts'

/** Throws if the report has no such columns, grouping or period. */
export async function checkScheduled(
  ctx: Pick<Tx, 'db'>,
  { request }: Pick<ScheduleDocument, 'request'>,
  period: DatePeriod,
): Promise<void> {
  const { dates } = await listDays(ctx.db, period)
  checkRequest({ ...request, ...period }, dates)
}

/** One per format. Returns their ids, in the order of the formats. */
export async function createReportRuns(
  ctx: Pick<Tx, 'db' | 'now'>,
  requester: Pick<Caller, 'userId' | 'role' | 'privileges' | 'scope'>,
  { request, formats }: Pick<ScheduleDocument, 'request' | 'formats'>,
  period: DatePeriod,
): Promise<string[]> {
  await checkScheduled(ctx, { request }, period)
  const author = { userId: requester.userId, permissions: permissionsOf(requester) }
  const ids: string[] = []
  for (const format of formats) {
    const { dialect, ...what } = request
    const isCsv = format === 'csv'
    const run = await requestRun(ctx, author, {
      ...what,
      ...period,
      format,
      ...(isCsv && dialect && { dialect }),
    })
    ids.push(run.id)
  }
  return ids
}

export interface ScheduledReport {
  id: string
  number: number
  state: RunState
  title: string
  rows: number
  bytes: number
  fileName: string
  mediaType: string
  totals: { label: string; value: string }[]
  failure: string | null
}

/** In the order of the ids. Those that do not exist any more are left out. */
export async function listReportRuns(db: AccountDb, ids: string[]): Promise<ScheduledReport[]> {
  const found: ScheduledReport[] = []
  for (const id of ids) {
    const run = await findRun(db, 'all', id)
    if (!run) continue
    const { number, state, rows, bytes, failure, request } = run
    found.push({
      ...{ id, number, state, failure },
      title: reportTexts[request.language].reports[request.report].title,
      rows: rows ?? 0,
      bytes: bytes ?? 0,
      fileName: fileNameOf(run),
      mediaType: contentTypes[request.format],
      totals: await describeTotals(db, run),
    })
  }
  return found
}

/** As the report shows them. */
async function describeTotals(db: AccountDb, { number, request }: ReportRun) {
  const totals = await findTotals(db, number)
  const { language, units } = request
  // Totals contain no times of day.
  const format = createValueFormat({ language, units, timeZone: 'UTC' })
  return totals.map(({ title, type, value }) => ({
    label: titleWithUnit({ title, type }, units),
    value: format.cell(value, type),
  }))
}

/** The whole file. Undefined if it was deleted meanwhile. */
export async function readReportFile(
  db: AccountDb,
  { number, bytes }: Pick<ScheduledReport, 'number' | 'bytes'>,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (let part = 0; part * partBytes < bytes; part += 1) {
    const found = await findPart(db, number, part)
    if (!found) return undefined
    parts.push(found)
  }
  return Buffer.concat(parts)
}
