// The sender of SMS of a brand. The platform approves it before it is used.

import type { Context } from '../../../platform/context.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { ConflictError, ForbiddenError, NotFoundError } from '../../../platform/http/errors.ts'
import { findBrand } from '../brands/brand.queries.ts'
import type { ManagedNode } from '../resale.types.ts'
import { branchOf } from '../tree-database.ts'
import * as queries from './sender.queries.ts'
import type { SmsSender } from './sender.types.ts'

type Reads = Pick<Context, 'db' | 'cells'>
type Needs = Reads & Pick<Context, 'now'>

export async function findSmsSender(ctx: Reads, { path }: ManagedNode): Promise<SmsSender | null> {
  return (await queries.findSmsSender(branchOf(ctx, path), path)) ?? null
}

/** That of the platform needs no approval. */
export async function replaceSmsSender(
  ctx: Needs,
  { path, depth }: ManagedNode,
  sender: string,
): Promise<void> {
  const db = branchOf(ctx, path)
  if (!(await findBrand(db, path)))
    throw new ConflictError('brand.not_set', 'Save the brand with its name first.')
  const state = depth === 0 ? 'approved' : 'requested'
  await queries.replaceSmsSender(db, path, { sender, state }, ctx.now())
}

export async function deleteSmsSender(ctx: Reads, { path }: ManagedNode): Promise<boolean> {
  return queries.deleteSmsSender(branchOf(ctx, path), path)
}

export function listSmsSenders(ctx: Reads, { path }: ManagedNode) {
  return (cursor: PageCursor) => queries.listSmsSenders(branchOf(ctx, path), path, cursor)
}

export function requirePlatform({ depth }: ManagedNode): void {
  if (depth === 0) return
  throw new ForbiddenError('resale.platform_only', 'Only the platform approves senders of SMS.')
}

export async function decideSmsSender(
  ctx: Needs,
  managed: ManagedNode,
  resellerId: string,
  decision: queries.Decision,
): Promise<SmsSender> {
  requirePlatform(managed)
  const decided = await queries.decideSmsSender(branchOf(ctx, managed.path), resellerId, decision, ctx.now())
  if (decided) return decided
  throw new NotFoundError(
    'sender.not_found',
    'This reseller has no such sender of SMS. It may have changed it.',
  )
}
