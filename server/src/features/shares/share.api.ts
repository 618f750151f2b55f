// The shares of an account. What they show is fixed at creation. Callers who may edit devices create and revoke them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ConflictError, NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { reserveNames } from '../cells/name-reservation.api.ts'
import { hashOf, linkOf, newSecret, sealSecret } from './secret.ts'
import * as queries from './share.queries.ts'
import type { ShareView } from './share.schema.ts'
import type { NewShare, ShareDocument, StoredShare } from './share.types.ts'

const maxShares = 1_000
const dayMs = 86_400_000
const defaultDays = 7

export async function getShare(ctx: Pick<Context, 'db' | 'config' | 'sites'>, caller: Caller, id: string) {
  const baseUrl = await ctx.sites.urlOf(caller.accountId)
  return getShareIn({ config: ctx.config, db: ctx.db.forAccount(caller.accountId) }, caller, { id, baseUrl })
}

/** With the link to copy. `baseUrl` is the home host of the account, read before the transaction. */
export async function getShareIn(
  ctx: Pick<Context, 'config'> & { db: AccountDb },
  { scope }: Caller,
  { id, baseUrl }: { id: string; baseUrl: string },
) {
  const found = await queries.findShare(ctx.db, scope, id)
  if (!found) throw notFound(id)
  const share = JSON.parse(found.json) as Static<typeof ShareView>
  return { share: { ...share, ...linkOf(ctx.config, found.secretSealed, baseUrl) }, version: found.version }
}

/** Returns a reader of pages of the shares the caller may see, without their links. */
export function listShares(ctx: Pick<Context, 'db'>, caller: Caller) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listShares(db, caller.scope, cursor)
}

export async function createShare(ctx: Tx, caller: Caller, wanted: NewShare): Promise<string> {
  const now = ctx.now()
  const { name, showNames: showsNames = true } = wanted
  const expiresAt = wanted.expiresAt
    ? new Date(wanted.expiresAt)
    : new Date(now.getTime() + defaultDays * dayMs)
  const fields = [...new Set(wanted.fields ?? (['speed', 'course'] as const))]
  const period = periodOf(wanted)
  const faults = [...faultsOfPeriod(wanted), ...faultsOfExpiry(ctx, expiresAt)]
  const ids = [...new Set(wanted.devices)]
  const known = await queries.findDevices(ctx.db, caller.scope, ids)
  const numberOf = new Map(known.map(({ id, number }) => [id, number]))
  for (const [index, id] of wanted.devices.entries()) {
    const message = `"${id}" does not exist, or is not yours to see`
    if (!numberOf.has(id)) faults.push({ path: `devices.${index}`, message })
  }
  if (faults.length > 0) throw invalid('body', faults)
  await lockAccount(ctx.db)
  if ((await queries.countShares(ctx.db)) >= maxShares) {
    throw new ConflictError(
      'shares.too_many',
      `An account has at most ${maxShares} shares. Delete expired ones.`,
    )
  }
  const secret = newSecret()
  const share = {
    id: newId('shr'),
    name,
    period,
    fields,
    showsNames,
    secretHash: hashOf(secret),
    secretSealed: sealSecret(ctx.config, secret),
    madeBy: caller.userId,
    expiresAt,
    deviceNumbers: ids.map((id) => numberOf.get(id)!),
  }
  await queries.insertShare(ctx.db, share, now)
  // Never released by name: the hash is unique, and the sweep releases those of deleted shares.
  await reserveNames(ctx, 'share', [share.secretHash.toString('hex')])
  const after = { name, devices: ids, period, fields, showNames: showsNames, expiresAt }
  await recordChanges(ctx, caller, [{ action: 'shares.created', target: share.id, before: null, after }])
  return share.id
}

/** Locks the share and lets `edit` derive the new document. */
export async function changeShare(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredShare) => ShareDocument,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const after = edit(before)
  const expiresAt = new Date(after.expiresAt)
  // An expired share may still be renamed.
  const faults = expiresAt.getTime() === before.expiresAt.getTime() ? [] : faultsOfExpiry(ctx, expiresAt)
  if (faults.length > 0) throw invalid('body', faults)
  await queries.updateShare(ctx.db, before.number, { name: after.name, expiresAt }, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'shares.changed', target: id, before: toDocument(before), after },
  ])
}

/** The link stops working at once; open streams are closed within seconds. */
export async function revokeShare(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredShare) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  await queries.deleteShare(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'shares.revoked', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ name, expiresAt }: StoredShare): ShareDocument {
  return { name, expiresAt: expiresAt.toISOString() }
}

function periodOf({ from, to }: NewShare) {
  return from !== undefined && to !== undefined ? { from: new Date(from), to: new Date(to) } : undefined
}

function faultsOfPeriod({ type, from, to }: NewShare): Fault[] {
  const given = { from, to }
  const faults: Fault[] = []
  for (const path of ['from', 'to'] as const) {
    const isGiven = given[path] !== undefined
    if (type === 'live' && isGiven) faults.push({ path, message: 'is not allowed for a live share' })
    if (type === 'historic' && !isGiven) faults.push({ path, message: 'is required for a historic share' })
  }
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    faults.push({ path: 'to', message: 'must be after from' })
  }
  return faults
}

function faultsOfExpiry({ config, now }: Pick<Tx, 'config' | 'now'>, expiresAt: Date): Fault[] {
  const aheadMs = expiresAt.getTime() - now().getTime()
  if (aheadMs <= 0) return [{ path: 'expiresAt', message: 'must be in the future' }]
  const { maxDays } = config.shares
  if (aheadMs <= maxDays * dayMs) return []
  return [{ path: 'expiresAt', message: `must be at most ${maxDays} days ahead` }]
}

async function lock(ctx: Pick<Tx, 'db'>, { scope }: Caller, id: string): Promise<StoredShare> {
  const share = await queries.lockShare(ctx.db, scope, id)
  if (!share) throw notFound(id)
  return share
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('shares.not_found', `The share "${id}" does not exist, or is not yours to see.`)
}
