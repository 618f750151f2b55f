// The notifier writes requested exports: at most two at a time over all processes, each resumed after a crash.

import { rename, rm } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { WrittenArchive } from './archive.ts'
import { partOf, progressOf, writeArchive } from './archive.ts'
import * as queries from './export.queries.ts'
import {
  archivePath,
  deleteArchive,
  deleteArchives,
  deleteOlder,
  listAccountsWithFiles,
} from './export-files.ts'

type Needs = Pick<Context, 'config' | 'db' | 'now' | 'log'>

export const maxAtATime = 2
const pollEveryMs = 2_000
const leaseMs = 60_000
const extendEveryMs = 10_000
const maxAttempts = 20
const dayMs = 86_400_000
const keptForMs = 7 * dayMs
const expiredPerPoll = 100

/** The export was given to another process, or erased. */
class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

export interface ExportOptions {
  /** Called between chunks. */
  onChunk?: () => Promise<void>
  everyMs?: number
}

export function startExports(ctx: Needs, options: ExportOptions = {}): Pick<Poller, 'stop'> {
  const everyMs = options.everyMs ?? pollEveryMs
  const pollers = Array.from({ length: maxAtATime }, () =>
    startPoller(ctx, { what: 'exports', everyMs }, () => writeNext(ctx, options)),
  )
  const expiry = startPoller(ctx, { what: 'expired exports', everyMs: everyMs * 30 }, async () => {
    await deleteStrays(ctx)
    return deleteExpired(ctx)
  })
  return {
    async stop() {
      await Promise.all([...pollers, expiry].map((poller) => poller.stop()))
    },
  }
}

/** Returns whether there was one. */
export async function writeNext(ctx: Needs, options: ExportOptions = {}): Promise<boolean> {
  const taken = await takeNext(ctx)
  if (!taken) return false
  const { accountId, id, attempts, account } = taken
  const db = ctx.db.forAccount(accountId)
  const path = archivePath(ctx, accountId, id)
  let extendedAtMs = ctx.now().getTime()
  /** Before the file is touched: it may be another process's by now. */
  const extendLease = async () => {
    extendedAtMs = ctx.now().getTime()
    const until = new Date(extendedAtMs + leaseMs)
    if (!(await queries.extendLease(db, id, attempts, until))) throw new LostLeaseError(id)
  }
  const onChunk = async () => {
    await options.onChunk?.()
    if (ctx.now().getTime() - extendedAtMs >= extendEveryMs) await extendLease()
  }
  try {
    const written = await writeArchive(ctx, accountId, { path, account, onChunk })
    await extendLease()
    await rename(partOf(path), path)
    const finishedAt = ctx.now()
    const expiresAt = new Date(finishedAt.getTime() + keptForMs)
    const isOurs = await queries.finishExport(db, id, attempts, { ...written, finishedAt, expiresAt })
    if (!isOurs) throw new LostLeaseError(id)
    await rm(progressOf(path), { force: true })
  } catch (error) {
    await settle(ctx, taken, error)
  }
  return true
}

type Taken = queries.WaitingExport & queries.Lease

/** The lock is held until the lease is committed, so that no third one begins. */
function takeNext(ctx: Needs): Promise<Taken | undefined> {
  return ctx.db.begin('directory', async (directory) => {
    await queries.lockChoice(directory)
    const now = ctx.now()
    if ((await queries.countRunning(directory, now)) >= maxAtATime) return undefined
    const waiting = await queries.findWaiting(directory, now)
    if (!waiting) return undefined
    const until = new Date(now.getTime() + leaseMs)
    const lease = await queries.leaseExport(ctx.db.forAccount(waiting.accountId), waiting.id, { now, until })
    return lease && { ...waiting, ...lease }
  })
}

async function settle(ctx: Needs, { accountId, id, attempts }: Taken, error: unknown): Promise<void> {
  const db = ctx.db.forAccount(accountId)
  if (error instanceof LostLeaseError) {
    const isThere = await queries.findExport(db, id)
    if (!isThere) await deleteArchive(ctx, accountId, id)
    return
  }
  ctx.log.error({ err: error, accountId, export: id, attempts }, 'export failed')
  if (attempts < maxAttempts) return
  await queries.failExport(db, id, attempts, ctx.now())
  await deleteArchive(ctx, accountId, id)
}

export async function deleteExpired(ctx: Needs): Promise<boolean> {
  const expired = await queries.listExpired(ctx.db.directory, ctx.now(), expiredPerPoll)
  for (const { accountId, id } of expired) {
    await deleteArchive(ctx, accountId, id)
    await queries.expireExport(ctx.db.forAccount(accountId), id)
  }
  return expired.length === expiredPerPoll
}

/**
 * Files that another process has expired or erased, if the disk is not shared: of accounts that are gone, and files that
 * nobody has written for longer than an archive is kept.
 */
export async function deleteStrays(ctx: Needs): Promise<void> {
  const numbers = await listAccountsWithFiles(ctx)
  const known = new Set(await queries.listKnown(ctx.db.directory, numbers))
  const before = new Date(ctx.now().getTime() - keptForMs - dayMs)
  for (const number of numbers) {
    if (known.has(number)) await deleteOlder(ctx, number, before)
    else await deleteArchives(ctx, number)
  }
}

/** For an erasure. Returns how many files there were. */
export function deleteExportFiles(ctx: Pick<Context, 'config'>, accountId: number): Promise<number> {
  return deleteArchives(ctx, accountId)
}

/** For the operator: into a file of choice, at any time. */
export async function exportTo(
  ctx: Pick<Context, 'db' | 'now'>,
  { accountId, account, path }: { accountId: number; account: string; path: string },
  onChunk: () => Promise<void> = async () => {},
): Promise<WrittenArchive> {
  const written = await writeArchive(ctx, accountId, { path, account, onChunk })
  await rename(partOf(path), path)
  await rm(progressOf(path), { force: true })
  return written
}
