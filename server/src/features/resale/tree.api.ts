// The reseller tree for operators and for other features: who manages which node, and what leaves the tree.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import { findOperating } from '../accounts/operator.api.ts'
import { listAccountInTree } from './applying.ts'
import * as cellQueries from './cell.queries.ts'
import * as queries from './node.queries.ts'
import type { ManagedNode } from './resale.types.ts'
import { treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells'>

/** The reseller whose staff the caller belongs to; the platform for operators. Others find nothing. */
export async function requireManaged(
  ctx: Needs & Pick<Context, 'config'>,
  caller: Caller,
): Promise<ManagedNode> {
  const node = await findManaged(ctx, caller)
  if (!node)
    throw new NotFoundError('resale.not_found', 'Your account is not the staff account of a reseller.')
  if (caller.role !== 'standard') return node
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator of the staff account may manage resale, and no API key with limits.',
  )
}

export async function findManaged(
  ctx: Needs & Pick<Context, 'config'>,
  caller: Caller,
): Promise<ManagedNode | undefined> {
  const reseller = await queries.findManaged(treeOf(ctx), caller.accountId)
  if (reseller) return reseller
  return (await findOperating(ctx, caller)).isOperator ? getPlatform(ctx) : undefined
}

/** For the operator, who manages the whole tree. */
export function getPlatform(ctx: Needs): Promise<ManagedNode> {
  return queries.getPlatform(treeOf(ctx))
}

/** For the operator: an account that the notifier has not listed in the tree yet. Repeatable. */
export async function keepInTree(
  ctx: Needs & Pick<Context, 'now'>,
  account: { accountNumber: number; id: string },
): Promise<void> {
  if ((await cellQueries.listKnown(treeOf(ctx), [account.accountNumber])).length === 0)
    await listAccountInTree(ctx, account)
}

/** The licenses of an account below a reseller come from its pool only, so that the sums stay exact. */
export async function requireNoPool(ctx: Needs, accountNumber: number): Promise<void> {
  if (!(await queries.isPooled(treeOf(ctx), accountNumber))) return
  throw new ConflictError(
    'licenses.pooled',
    'The licenses of this account come from the pool of its reseller. Run: rastro reseller transfer',
  )
}

/** The licenses of an erased account return to the pool of its reseller. Repeatable. */
export function removeFromTree(ctx: Needs, accountNumber: number): Promise<void> {
  return queries.removeAccountNode(treeOf(ctx), accountNumber)
}

export interface TreeFaults {
  resellers: number
  /** Transfers of licenses that wait for longer than they should. */
  late: number
  /** Nodes whose licenses do not add up. */
  broken: string[]
}

/** Sessions and requests that are open after their end, or that nobody has settled. */
export function countOverdueSupport(ctx: Needs, before: Date): Promise<number> {
  return cellQueries.countOverdueSupport(treeOf(ctx), before)
}

export function findTreeFaults(ctx: Needs, before: Date): Promise<TreeFaults> {
  return cellQueries.findFaults(treeOf(ctx), before)
}
