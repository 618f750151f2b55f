// Support sessions for the people of a reseller, and for operators: they ask, the account decides. Requests are in the
// reseller tree; the cell of the account applies them to the account, at once or with the next notifier.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, isRefusedMoving, NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import { settleSession } from '../support/support.api.ts'
import type { SupportAccess } from '../support/support.types.ts'
import type { ManagedNode } from './resale.types.ts'
import { getCustomer } from './reseller.api.ts'
import * as queries from './support.queries.ts'
import { branchOf, treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>
type Reads = Pick<Context, 'db' | 'cells'>

const maxOpen = 10
const maxADay = 50
/** What changes in the account by itself is in the tree after this long. */
const recheckAfterMs = 30_000
const retryAfterSeconds = 3_600

export interface Wanted {
  accountId: string
  reason: string
  access: SupportAccess
  minutes: number
  /** With the same key it is requested once. */
  key: string | undefined
}

/** Returns the id of the session. */
export async function requestSession(
  ctx: Needs,
  managed: ManagedNode,
  caller: Caller,
  { accountId, reason, access, minutes, key }: Wanted,
): Promise<string> {
  await getCustomer(ctx, managed, accountId)
  if (accountId === caller.account)
    throw new ConflictError('support.own_account', 'You are a user of this account.')
  const id = key === undefined ? newId('sup') : idOf(caller, key)
  const { path, name: organization } = managed
  const { accountId: visitorAccount, userId: visitorId, userName: visitorName } = caller
  const visitor = { visitorAccount, visitorId, visitorName, organization }
  const request = { id, accountId, path, reason, access, minutes, ...visitor }
  const limits = { maxOpen, maxADay, now: ctx.now() }
  const db = branchOf(ctx, path)
  if (await queries.insertRequest(db, request, limits)) await settleNow(ctx, id)
  else if (!(await queries.findRequest(db, path, id))) {
    throw new TooManyError(
      'support.too_many',
      `An account has at most ${maxOpen} open requests, and ${maxADay} a day.`,
      { retryAfterSeconds },
    )
  }
  return id
}

function idOf({ userId }: Caller, key: string): string {
  return `sup_${createHash('sha256').update(`${userId} ${key}`).digest('hex').slice(0, 22)}`
}

/** Ends a session, or takes a request back. Repeatable. */
export async function withdrawSession(ctx: Needs, managed: ManagedNode, id: string): Promise<void> {
  await getRequest(ctx, managed, id)
  await queries.withdrawRequest(branchOf(ctx, managed.path), managed.path, id, ctx.now())
  await settleNow(ctx, id)
}

/** The account and the end of the caller's session. */
export async function requireActive(
  ctx: Reads & Pick<Context, 'now'>,
  managed: ManagedNode,
  { userId: visitorId }: Caller,
  id: string,
): Promise<{ accountId: string; expiresAt: Date }> {
  const found = await queries.findActive(branchOf(ctx, managed.path), managed.path, { id, visitorId })
  const { accountId, state, expiresAt } = found ?? missing(id)
  if (state === 'active' && expiresAt && expiresAt > ctx.now()) return { accountId, expiresAt }
  throw new ConflictError('support.not_active', 'The support session is not approved, or has ended.')
}

export async function getRequest(ctx: Reads, { path }: ManagedNode, id: string): Promise<object> {
  return (await queries.findRequest(branchOf(ctx, path), path, id)) ?? missing(id)
}

export function listRequests(ctx: Reads, { path }: ManagedNode) {
  return (cursor: PageCursor) => queries.listRequests(branchOf(ctx, path), path, cursor)
}

/** After a change on either side. The notifier repeats what fails here. */
export async function settleNow(ctx: Needs, id: string): Promise<void> {
  await settleSupport(ctx, { id, limit: 1 }).catch((error: unknown) => warn(ctx, id, error))
}

function warn({ log }: Pick<Context, 'log'>, id: string, error: unknown): void {
  log.warn({ err: error, supportSession: id }, 'support session was not settled, the notifier settles it')
}

/** Those of accounts of this cell: with an id that one, otherwise what is due. Returns how many were looked at. */
export async function settleSupport(
  ctx: Needs,
  { id, limit }: { id?: string; limit: number },
): Promise<number> {
  const tree = treeOf(ctx)
  const due = await queries.listDue(tree, ctx.cells?.own, { ...(id && { id }), now: ctx.now(), limit })
  for (const request of due) {
    const { visitorId, visitorName: name, organization, ...wanted } = request
    const visitor = { id: visitorId, name, organization }
    const settled = await inTransaction(ctx, request.accountNumber, (tx) =>
      settleSession(tx, { ...wanted, visitor }),
    ).catch((error: unknown) => {
      // The cell that the account moves to settles it. Any other failure does not keep the others waiting.
      if (!isRefusedMoving(error)) warn(ctx, request.id, error)
      return undefined
    })
    if (!settled) continue
    const checkAt = Math.min(settled.expiresAt.getTime(), ctx.now().getTime() + recheckAfterMs)
    await queries.reportSession(tree, request.id, settled, new Date(checkAt))
  }
  return due.length
}

function missing(id: string): never {
  throw new NotFoundError('support.not_found', `The support session "${id}" does not exist.`)
}
