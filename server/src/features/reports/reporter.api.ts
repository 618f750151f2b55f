// The reporter writes requested reports: two at a time in each process, at most two of an account, those of accounts
// with fewer running first. A run whose process is gone is started again.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { deleteParts } from './file.queries.ts'
import type { LeasedRun } from './run.queries.ts'
import * as queries from './run.queries.ts'
import { emitFinished } from './run-event.ts'
import { ReportTooLargeError, writeReport } from './writing.ts'

type Needs = Pick<Context, 'config' | 'db' | 'now' | 'log' | 'sites'>

const runsPerProcess = 2
const runsPerAccount = 2
const pollEveryMs = 3_000
const leaseMs = 30_000
const extendEveryMs = 1_000
const maxAttempts = 3
const keptForMs = 30 * 86_400_000
const keptBytes = 1_000_000_000
const expiredPerPoll = 100

/** The run was cancelled, or another process has it. */
class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

export interface ReporterOptions {
  /** Called whenever rows are read. */
  onRows?: () => Promise<void>
  everyMs?: number
}

export function startReporter(ctx: Needs, options: ReporterOptions = {}): Pick<Poller, 'stop'> {
  const everyMs = options.everyMs ?? pollEveryMs
  const pollers = Array.from({ length: runsPerProcess }, () =>
    startPoller(ctx, { what: 'reports', everyMs }, () => writeNext(ctx, options)),
  )
  const expiry = startPoller(ctx, { what: 'expired reports', everyMs: everyMs * 20 }, () =>
    deleteExpired(ctx),
  )
  return {
    async stop() {
      await Promise.all([...pollers, expiry].map((poller) => poller.stop()))
    },
  }
}

/** Returns whether there was one. */
export async function writeNext(ctx: Needs, options: ReporterOptions = {}): Promise<boolean> {
  const taken = await takeNext(ctx)
  if (!taken) return false
  const { accountId, run } = taken
  const db = ctx.db.forAccount(accountId)
  let extendedAtMs = ctx.now().getTime()
  const onProgress = async (progress: number) => {
    await options.onRows?.()
    const nowMs = ctx.now().getTime()
    if (nowMs - extendedAtMs < extendEveryMs) return
    extendedAtMs = nowMs
    const until = new Date(nowMs + leaseMs)
    if (!(await queries.extendLease(db, run, { until, progress }))) throw new LostLeaseError(run.id)
  }
  const endTimer = metrics.reportSeconds.startTimer({ format: run.request.format })
  try {
    await deleteParts(db, run.number)
    const written = await writeReport(ctx, accountId, run, { onProgress })
    const finishedAt = ctx.now()
    const expiresAt = new Date(finishedAt.getTime() + keptForMs)
    await inTransaction(ctx, accountId, async (tx) => {
      const isOurs = await queries.finishRun(tx.db, run, { ...written, finishedAt, expiresAt })
      if (!isOurs) throw new LostLeaseError(run.id)
      const { rows, bytes } = written
      await emitFinished(tx, run, { state: 'done', at: finishedAt, rows, bytes })
    })
    endTimer({ outcome: 'done' })
    for (const { number } of await queries.listBeyond(db, keptBytes)) await expire(ctx, accountId, number)
  } catch (error) {
    endTimer({ outcome: await settle(ctx, accountId, run, error) })
  }
  return true
}

interface Taken {
  accountId: number
  run: LeasedRun
}

/** The lock is held until the lease is committed, so that no account gets more than its share. */
function takeNext(ctx: Needs): Promise<Taken | undefined> {
  return ctx.db.begin('directory', async (directory) => {
    await queries.lockChoice(directory)
    const now = ctx.now()
    const waiting = await queries.findWaiting(directory, now, runsPerAccount)
    if (!waiting) return undefined
    const until = new Date(now.getTime() + leaseMs)
    const { accountId, id } = waiting
    const run = await queries.leaseRun(ctx.db.forAccount(accountId), id, { now, until })
    return run && { accountId, run }
  })
}

async function settle(ctx: Needs, accountId: number, run: LeasedRun, error: unknown): Promise<string> {
  const db = ctx.db.forAccount(accountId)
  if (error instanceof LostLeaseError) {
    const found = await queries.findRun(db, 'all', run.id)
    if (!found || found.state === 'cancelled') await deleteParts(db, run.number)
    return 'cancelled'
  }
  const isForUser = error instanceof ReportTooLargeError || error instanceof InvalidError
  if (!isForUser) {
    const { id: report, attempts } = run
    ctx.log.error({ err: error, accountId, report, attempts }, 'report failed')
    // Another attempt when the lease ends.
    if (run.attempts < maxAttempts) return 'retried'
  }
  const failure = isForUser ? (error as Error).message : 'The server failed. Try again later.'
  const at = ctx.now()
  await inTransaction(ctx, accountId, async (tx) => {
    if (await queries.failRun(tx.db, run, failure, at)) {
      await emitFinished(tx, run, { state: 'failed', at, failure })
    }
  })
  await deleteParts(db, run.number)
  return 'failed'
}

export async function deleteExpired(ctx: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const expired = await queries.listExpired(ctx.db.directory, ctx.now(), expiredPerPoll)
  for (const { accountId, number } of expired) await expire(ctx, accountId, number)
  return expired.length === expiredPerPoll
}

async function expire({ db }: Pick<Context, 'db'>, accountId: number, number: number): Promise<void> {
  const account = db.forAccount(accountId)
  await queries.expireRun(account, number)
  await deleteParts(account, number)
}
