// Closes an account: from then on only its holder has access, until it is erased or the closing is undone.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError } from '../../platform/http/errors.ts'
import { lockState, setStatus, undoClosing } from '../accounts/status.api.ts'
import { operator } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { requireRecentProof } from '../auth/recent-sign-in.api.ts'
import * as queries from './closing.queries.ts'
import type { Closing } from './erasure.types.ts'

type NeedsTx = Pick<Tx, 'db' | 'config' | 'now'>
type Needs = Pick<Context, 'db' | 'config' | 'now'>

const dayMs = 86_400_000
export const shortestGraceDays = 7
export const longestGraceDays = 90

export function findClosing(ctx: Pick<Context, 'db'>, caller: Caller): Promise<Closing | undefined> {
  return queries.findClosing(ctx.db.forAccount(caller.accountId))
}

/** The owner types the name of the account. */
export async function closeAccount(ctx: NeedsTx, caller: Caller, name: string): Promise<Closing> {
  requireOwner(caller)
  requireRecentProof(ctx, caller)
  return close(ctx, caller, {
    name,
    author: caller.userId,
    reason: 'closed_by_holder',
    days: ctx.config.erasure.closingDays,
  })
}

export async function reopenAccount(ctx: NeedsTx, caller: Caller): Promise<void> {
  requireOwner(caller)
  await reopen(ctx, caller, caller.userId)
}

/** For the operator. The owner is informed. */
export function closeForOperator(
  ctx: Needs,
  accountId: number,
  { reason, author, days }: { reason: string; author: string; days: number },
): Promise<Closing> {
  if (!Number.isInteger(days) || days < shortestGraceDays || days > longestGraceDays) {
    throw new InvalidError(
      'accounts.grace_invalid',
      `An account is erased ${shortestGraceDays} to ${longestGraceDays} days after it was closed, not ${days}.`,
    )
  }
  return inTransaction(ctx, accountId, (tx) => close(tx, operator, { reason, author, days }))
}

/** For the operator. */
export function reopenForOperator(ctx: Needs, accountId: number, author: string): Promise<void> {
  return inTransaction(ctx, accountId, (tx) => reopen(tx, operator, author))
}

async function close(
  ctx: NeedsTx,
  actor: Actor | Caller,
  { name, author, reason, days }: { name?: string; author: string; reason: string; days: number },
): Promise<Closing> {
  const state = await lockState(ctx)
  if (name !== undefined && name.trim() !== state.name) {
    throw new InvalidError('account.name_differs', `The account has another name than "${name}".`, {
      details: [{ path: 'name', message: 'must be the name of the account' }],
    })
  }
  if (await queries.findClosing(ctx.db)) throw alreadyClosing()
  const requestedAt = ctx.now()
  const dueAt = new Date(requestedAt.getTime() + days * dayMs)
  await queries.insertErasure(ctx.db, { requestedBy: author, requestedAt, dueAt })
  await setStatus(ctx, actor, { status: 'closing', reason, author, eraseAt: dueAt })
  return { requestedAt, eraseAt: dueAt }
}

async function reopen(ctx: NeedsTx, actor: Actor | Caller, author: string): Promise<void> {
  await lockState(ctx)
  if (!(await queries.findClosing(ctx.db)))
    throw new ConflictError('account.not_closing', 'The account is not being closed.')
  if (!(await queries.deleteErasure(ctx.db)))
    throw new ConflictError('account.erasing', 'The account is being erased. It cannot be undone.')
  await undoClosing(ctx, actor, author)
}

function requireOwner({ role }: Pick<Caller, 'role'>): void {
  if (role === 'owner') return
  throw new ForbiddenError('account.not_owner', 'Only the account holder can close or reopen the account.')
}

function alreadyClosing(): ConflictError {
  return new ConflictError('account.already_closing', 'The account is already being closed.')
}
