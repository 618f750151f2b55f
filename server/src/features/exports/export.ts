// Exports as the API shows them: requested by the owner, at most one a day, and downloaded within a week.

import type { ReadStream } from 'node:fs'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError, GoneError, NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { createLink, invalidLink, readLink, useLink } from '../auth/one-time-link.api.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import * as queries from './export.queries.ts'
import type { AccountExport } from './export.types.ts'
import { archivePath } from './export-files.ts'

const dayMs = 86_400_000
const maxListed = 30
/** A browser opens it at once. */
const linkValidForMs = 60_000

export async function requestExport(ctx: Tx, caller: Caller): Promise<AccountExport> {
  requireOwner(caller)
  requireRecentProof(ctx, caller)
  await lockAccount(ctx.db)
  const now = ctx.now()
  const newest = await queries.findNewest(ctx.db)
  const waitMs = newest ? newest.getTime() + dayMs - now.getTime() : 0
  if (waitMs > 0) {
    throw new TooManyError('exports.one_a_day', 'An account can be exported once a day.', {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    })
  }
  const id = newId('exp')
  await queries.insertExport(ctx.db, { id, requestedBy: caller.userId, requestedAt: now })
  await recordChanges(ctx, caller, [{ action: 'exports.requested', target: id, before: null, after: {} }])
  return getIn(ctx.db, id)
}

/** The newest first. */
export function listExports(ctx: Pick<Context, 'db'>, caller: Caller): Promise<AccountExport[]> {
  requireOwner(caller)
  return queries.listExports(ctx.db.forAccount(caller.accountId), maxListed)
}

export function getExport(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<AccountExport> {
  requireOwner(caller)
  return getIn(ctx.db.forAccount(caller.accountId), id)
}

export interface Download {
  bytes: number
  content: ReadStream
}

export async function openArchive(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  caller: Caller,
  id: string,
): Promise<Download> {
  const found = await getExport(ctx, caller, id)
  requireRecentProof(ctx, caller)
  return openFile(ctx, caller.accountId, found)
}

/** For browsers, which save what a link opens, and cannot send a token with it. Returns the path. */
export async function createDownloadLink(
  ctx: Tx,
  caller: Caller,
  id: string,
): Promise<{ path: string; expiresAt: Date }> {
  requireOwner(caller)
  const found = await getIn(ctx.db, id)
  requireRecentProof(ctx, caller)
  await requireFile(ctx, caller.accountId, found)
  const { accountId, account, userId } = caller
  const secret = await createLink(ctx, ctx.db, {
    accountId,
    account,
    userId,
    kind: 'export-download',
    payload: { id },
    validForMs: linkValidForMs,
    createdBy: userId,
  })
  return { path: `/exports/${id}/${secret}`, expiresAt: new Date(ctx.now().getTime() + linkValidForMs) }
}

/** Once per link. */
export async function openLinkedArchive(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  id: string,
  secret: string,
): Promise<Download> {
  const link = await readLink(ctx, 'export-download', secret)
  if ((link.payload as { id: string }).id !== id) throw invalidLink()
  const used = await inTransaction(ctx, link.accountId, (tx) => useLink(ctx, tx, 'export-download', secret))
  return openFile(ctx, used.accountId, await getIn(ctx.db.forAccount(used.accountId), id))
}

async function openFile(
  ctx: Pick<Context, 'config'>,
  accountId: number,
  found: AccountExport,
): Promise<Download> {
  const { path, bytes } = await requireFile(ctx, accountId, found)
  return { bytes, content: createReadStream(path, { highWaterMark: 262_144 }) }
}

async function requireFile(
  ctx: Pick<Context, 'config'>,
  accountId: number,
  { id, state, bytes }: AccountExport,
): Promise<{ path: string; bytes: number }> {
  if (state === 'expired') throw new GoneError('exports.expired', 'The archive was deleted after 7 days.')
  if (state !== 'ready') throw new NotFoundError('exports.not_ready', 'The archive is not written yet.')
  const path = archivePath(ctx, accountId, id)
  const size = await stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
  // The process that wrote it has another disk.
  if (size === undefined || size !== bytes)
    throw new GoneError('exports.expired', 'The archive is no longer on this server.')
  return { path, bytes }
}

async function getIn(db: Tx['db'], id: string): Promise<AccountExport> {
  const found = await queries.findExport(db, id)
  if (found) return found
  throw new NotFoundError('exports.not_found', `The export "${id}" does not exist, or is not yours to see.`)
}

function requireOwner({ role }: Pick<Caller, 'role'>): void {
  if (role === 'owner') return
  throw new ForbiddenError('account.not_owner', 'Only the account holder can export the account.')
}
