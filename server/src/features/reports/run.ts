// Runs of reports as the API shows them: requested, watched, downloaded, cancelled.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import { inSnapshot, inTransaction } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import type { Language } from '../../platform/http/accept-language.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { GoneError, NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import { createLink, invalidLink, readLink, useLink } from '../auth/one-time-link.api.ts'
import { listDays } from '../trips/device-days.api.ts'
import { isWanted } from './device.queries.ts'
import { checkRequest, firstRows, openReport } from './document.ts'
import { deleteParts, findPart, partBytes } from './file.queries.ts'
import type { ReportPermissions, ReportRequest, ReportRun, RunRequest } from './report.types.ts'
import type { RunScope } from './run.queries.ts'
import * as queries from './run.queries.ts'
import { emitFinished } from './run-event.ts'

export const maxUnfinished = 20
const previewBudgetMs = 4_000
const maxDifferences = 1_000
/** A browser opens it at once. */
const linkValidForMs = 60_000

export function permissionsOf({
  role,
  privileges,
  scope,
}: Pick<Caller, 'role' | 'privileges' | 'scope'>): ReportPermissions {
  return { role, privileges: [...privileges].sort(), scope }
}

/** Without what a request leaves open. */
export type Asked<R extends ReportRequest> = Omit<R, 'language' | 'units'> &
  Partial<Pick<R, 'language' | 'units'>>

export function withDefaults<R extends ReportRequest>(asked: Asked<R>, language: Language): R {
  return { language, units: 'metric', ...asked } as R
}

export async function previewReport(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'sites'>,
  caller: Caller,
  request: ReportRequest,
  limit: number,
) {
  const baseUrl = await ctx.sites.urlOf(caller.accountId)
  return inSnapshot(ctx, caller.accountId, async (tx) => {
    const needs = { pool: ctx.db, db: tx.db, now: ctx.now(), baseUrl }
    const author = { name: caller.userName, permissions: permissionsOf(caller) }
    const { document } = await openReport(needs, author, request, { hasFigures: false, hasLinks: true })
    const [table] = document.tables
    const { rows, isComplete } = await firstRows(table!.rows, { limit, budgetMs: previewBudgetMs })
    const columns = table!.columns.map(({ key, title, type }) => ({ key, title, type }))
    return {
      title: document.title,
      facts: document.facts,
      columns,
      rows,
      footnotes: document.footnotes(),
      isComplete,
    }
  })
}

export async function createRun(ctx: Tx, caller: Caller, request: RunRequest): Promise<ReportRun> {
  checkRequest(request, (await listDays(ctx.db, request)).dates)
  return requestRun(ctx, { userId: caller.userId, permissions: permissionsOf(caller) }, request)
}

/** Also for schedules. */
export async function requestRun(
  ctx: Pick<Tx, 'db' | 'now'>,
  author: { userId: string; permissions: ReportPermissions },
  request: RunRequest,
): Promise<ReportRun> {
  await lockAccount(ctx.db)
  if ((await queries.countUnfinished(ctx.db)) >= maxUnfinished) {
    throw new TooManyError(
      'reports.too_many_unfinished',
      `An account can have ${maxUnfinished} unfinished reports.`,
      { retryAfterSeconds: 10 },
    )
  }
  const id = newId('rpt')
  const { userId: requestedBy, permissions } = author
  await queries.insertRun(ctx.db, { id, request, permissions, requestedBy, requestedAt: ctx.now() })
  return (await queries.findRun(ctx.db, 'all', id))!
}

export async function getRun(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<ReportRun> {
  return requireRun(ctx.db.forAccount(caller.accountId), runScopeOf(caller), id)
}

/** Newest first. */
export function listRuns(ctx: Pick<Context, 'db'>, caller: Caller, toJson: (run: ReportRun) => string) {
  const db = ctx.db.forAccount(caller.accountId)
  return async ({ after, limit }: PageCursor): Promise<Page> => {
    const runs = await queries.listRuns(db, runScopeOf(caller), { after, limit: limit + 1 })
    const page = runs.slice(0, limit)
    return {
      json: page.map(toJson).join(','),
      count: page.length,
      last: page.at(-1)?.number ?? null,
      more: runs.length > limit,
    }
  }
}

/** Cancels an unfinished run; deletes the file of a finished one. */
export async function endRun(ctx: Tx, caller: Caller, id: string): Promise<void> {
  const run = await requireRun(ctx.db, runScopeOf(caller), id)
  const at = ctx.now()
  if (await queries.cancelRun(ctx.db, run.number, at)) {
    return emitFinished(ctx, run, { state: 'cancelled', at })
  }
  await queries.expireRun(ctx.db, run.number)
  await deleteParts(ctx.db, run.number)
}

export interface ReportFile {
  run: ReportRun
  bytes: number
  /** From a byte on, up to another one, which is not included. */
  read(from: number, to: number): AsyncIterable<Buffer>
}

export async function openFile(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<ReportFile> {
  return fileOf(ctx, caller.accountId, await getRun(ctx, caller, id))
}

function fileOf(ctx: Pick<Context, 'db'>, accountId: number, run: ReportRun): ReportFile {
  const db = ctx.db.forAccount(accountId)
  if (run.state === 'expired') throw new GoneError('reports.expired', 'The file was deleted.')
  if (run.state !== 'done') throw new NotFoundError('reports.not_ready', 'The report has no file yet.')
  return {
    run,
    bytes: run.bytes!,
    async *read(from, to) {
      for (let part = Math.floor(from / partBytes); part * partBytes < to; part += 1) {
        const bytes = await findPart(db, run.number, part)
        if (!bytes) throw new GoneError('reports.expired', 'The file was deleted.')
        const start = part * partBytes
        yield bytes.subarray(Math.max(0, from - start), Math.min(bytes.length, to - start))
      }
    },
  }
}

/** For browsers, which save what a link opens, and cannot send a token with it. */
export async function createFileLink(
  ctx: Tx,
  caller: Caller,
  id: string,
): Promise<{ path: string; expiresAt: Date }> {
  const run = await requireRun(ctx.db, runScopeOf(caller), id)
  if (run.state !== 'done') throw new NotFoundError('reports.not_ready', 'The report has no file yet.')
  const { accountId, account, userId } = caller
  const secret = await createLink(ctx, ctx.db, {
    accountId,
    account,
    userId,
    kind: 'report-download',
    payload: { id },
    validForMs: linkValidForMs,
    createdBy: userId,
  })
  return { path: `/report-files/${id}/${secret}`, expiresAt: new Date(ctx.now().getTime() + linkValidForMs) }
}

/** Once per link. */
export async function openLinkedFile(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  id: string,
  secret: string,
): Promise<ReportFile> {
  const link = await readLink(ctx, 'report-download', secret)
  if ((link.payload as { id: string }).id !== id) throw invalidLink()
  const used = await inTransaction(ctx, link.accountId, (tx) => useLink(ctx, tx, 'report-download', secret))
  const db = ctx.db.forAccount(used.accountId)
  return fileOf(ctx, used.accountId, await requireRun(db, 'all', id))
}

/** What was corrected since the report was written. */
export async function listDifferences(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
): Promise<{ differences: unknown[]; isComplete: boolean }> {
  const db = ctx.db.forAccount(caller.accountId)
  const run = await requireRun(db, runScopeOf(caller), id)
  if (run.dataVersion === null) throw new NotFoundError('reports.not_ready', 'The report has no file yet.')
  const { dates } = await listDays(db, run.request)
  const rows = await queries.listDifferences(db, isWanted(caller.scope, run.request), {
    after: run.dataVersion,
    from: new Date(dates[0]!.startMs),
    to: new Date(dates.at(-1)!.endMs),
    limit: maxDifferences + 1,
  })
  return {
    differences: rows.slice(0, maxDifferences).map(({ json }) => JSON.parse(json)),
    isComplete: rows.length <= maxDifferences,
  }
}

/** Owners and administrators see the runs of all users. */
function runScopeOf({ role, scope, userId }: Caller): RunScope {
  return role !== 'standard' && scope.kind === 'all' ? 'all' : { userId, scope }
}

async function requireRun(db: Tx['db'], seen: RunScope, id: string): Promise<ReportRun> {
  const found = await queries.findRun(db, seen, id)
  if (found) return found
  throw new NotFoundError('reports.not_found', `The report "${id}" does not exist, or is not yours to see.`)
}
