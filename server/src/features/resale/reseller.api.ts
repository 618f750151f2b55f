// What the people of a node do below it: resellers, status, terms and licenses. The scope of the database is the path of
// the node, so nothing outside of it is found.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import {
  CallerError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
} from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { ResellerCapChanges, ResellerSpending } from '../spending/reseller-cap.api.ts'
import { changeResellerCaps, getResellerSpending } from '../spending/reseller-cap.api.ts'
import type { CustomerFilter } from './node.queries.ts'
import * as queries from './node.queries.ts'
import type {
  Customer,
  LicenseTransfer,
  ManagedNode,
  NodeStatus,
  Reseller,
  StatusCounts,
  Terms,
  Why,
} from './resale.types.ts'
import { settleTransfers } from './settling.ts'
import { branchOf, treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>
type Reads = Pick<Context, 'db' | 'cells'>

export const maxReasonLength = 500

export async function getReseller(ctx: Reads, managed: ManagedNode, id: string): Promise<Reseller> {
  const found = await queries.findReseller(branchOf(ctx, managed.path), managed.path, id)
  return found ?? missing(id)
}

export async function getCustomer(ctx: Reads, managed: ManagedNode, id: string): Promise<Customer> {
  const found = await queries.findCustomer(branchOf(ctx, managed.path), managed.path, id)
  return found ?? missing(id)
}

export function listResellers(ctx: Reads, { path }: ManagedNode) {
  return (cursor: PageCursor) => queries.listResellers(branchOf(ctx, path), path, cursor)
}

export function listCustomers(ctx: Reads, { path }: ManagedNode, filter: CustomerFilter) {
  return (cursor: PageCursor) => queries.listCustomers(branchOf(ctx, path), path, filter, cursor)
}

const customersAtOnce = 1_000

/** The whole list, in chunks. */
export async function* readCustomers(
  ctx: Reads,
  { path }: ManagedNode,
  filter: CustomerFilter,
): AsyncGenerator<{ json: string; count: number }> {
  const db = branchOf(ctx, path)
  const numbers = await queries.listCustomerNumbers(db, path, filter)
  for (let from = 0; from < numbers.length; from += customersAtOnce) {
    yield await queries.readCustomers(db, path, numbers.slice(from, from + customersAtOnce))
  }
}

export function listTransfers(ctx: Reads, { path }: ManagedNode, nodeId: string | undefined) {
  return (cursor: PageCursor) => queries.listTransfers(branchOf(ctx, path), path, nodeId, cursor)
}

export async function countBelow(ctx: Reads, { path }: ManagedNode): Promise<StatusCounts> {
  const counts: StatusCounts = { accounts: { active: 0, suspended: 0, blocked: 0, closing: 0 }, resellers: 0 }
  for (const { kind, status, count } of await queries.countNodes(branchOf(ctx, path), path)) {
    if (kind === 'reseller') counts.resellers += count
    else counts.accounts[status as keyof StatusCounts['accounts']] += count
  }
  return counts
}

export function countToday(ctx: Reads & Pick<Context, 'now'>, { path }: ManagedNode): Promise<queries.Today> {
  return queries.countToday(branchOf(ctx, path), path, ctx.now())
}

/** Without people: `makeStaff` or `createCustomer` names the account that manages it. Returns its id. */
export async function createReseller(
  ctx: Needs,
  managed: ManagedNode,
  { parentId, name }: { parentId: string; name: string },
): Promise<string> {
  const id = newId('res')
  const node = { parentId, id, kind: 'reseller', name, accountNumber: null, isStaff: false } as const
  requireAdded(await queries.addNode(branchOf(ctx, managed.path), node, ctx.now()), parentId)
  return id
}

/** For the operator: an account of the platform becomes the staff account. */
export async function makeStaff(ctx: Needs, accountNumber: number, resellerId: string): Promise<void> {
  if (await queries.makeStaff(treeOf(ctx), accountNumber, resellerId, ctx.now())) return
  throw new ConflictError(
    'resale.not_staff',
    'Only an account directly below the platform can become the staff account of a reseller.',
  )
}

export function requireAdded(outcome: string, parentId: string): void {
  if (outcome === 'done') return
  if (outcome === 'too_deep') {
    throw new ConflictError('resale.too_deep', 'Resellers are at most four levels below the platform.')
  }
  if (outcome === 'too_many')
    throw new ConflictError('resale.too_many', 'The reseller has too many nodes below it.')
  missing(parentId)
}

/** Counts for everybody below within seconds. What was decided above cannot be undone below. */
export async function changeStatus(
  ctx: Needs,
  managed: ManagedNode,
  id: string,
  change: { status: NodeStatus; withCustomers: boolean } & Why,
): Promise<void> {
  requireReason(change.reason)
  if (change.status === 'blocked' && managed.depth > 0)
    throw new ForbiddenError('resale.platform_only', 'Only the platform can block.')
  const outcome = await queries.changeStatus(branchOf(ctx, managed.path), id, change, ctx.now())
  if (outcome === 'done') return
  if (outcome === 'own') throw ownNode()
  if (outcome === 'unchanged')
    throw new ConflictError('resale.status_unchanged', `It is ${change.status} already.`)
  if (outcome === 'set_above') {
    throw new ForbiddenError(
      'resale.set_above',
      'The status was set by your provider. Only your provider can change it.',
    )
  }
  missing(id)
}

/** Each by itself. A code where it was not changed. */
export async function changeStatuses(
  ctx: Needs,
  managed: ManagedNode,
  ids: string[],
  change: { status: NodeStatus; withCustomers: boolean } & Why,
): Promise<{ accountId: string; code: string | null }[]> {
  const results: { accountId: string; code: string | null }[] = []
  for (const accountId of ids) {
    try {
      await getCustomer(ctx, managed, accountId)
      await changeStatus(ctx, managed, accountId, change)
      results.push({ accountId, code: null })
    } catch (error) {
      if (!(error instanceof CallerError)) throw error
      results.push({ accountId, code: error.code })
    }
  }
  return results
}

/** A term that is wider than that of a node above has no effect until the one above is raised. */
export async function changeTerms(ctx: Needs, managed: ManagedNode, id: string, terms: Terms): Promise<void> {
  const outcome = await queries.changeTerms(branchOf(ctx, managed.path), id, terms, ctx.now())
  if (outcome === 'own') throw ownNode()
  if (outcome !== 'done') missing(id)
}

export async function getCaps(
  ctx: Pick<Context, 'db' | 'cells' | 'now'>,
  managed: ManagedNode,
  id: string,
): Promise<ResellerSpending> {
  const found = await getResellerSpending(ctx, branchOf(ctx, managed.path), id)
  return found ?? missing(id)
}

/** What all accounts below a reseller may send together. Its own it cannot change. */
export async function changeCaps(
  ctx: Pick<Context, 'db' | 'cells' | 'now'>,
  managed: ManagedNode,
  id: string,
  changes: ResellerCapChanges,
): Promise<void> {
  if (id === managed.id) throw ownNode()
  if (!(await changeResellerCaps(ctx, branchOf(ctx, managed.path), id, changes))) missing(id)
}

/**
 * A positive number moves licenses from the pool above the node to it, a negative one back. With the same key it happens
 * once. The cell of an account settles it, at once if the account lives here.
 */
export async function transferLicenses(
  ctx: Needs,
  managed: ManagedNode,
  transfer: { nodeId: string; licenses: number; key?: string | undefined } & Why,
): Promise<LicenseTransfer> {
  requireReason(transfer.reason)
  const { nodeId, licenses, key } = transfer
  const db = branchOf(ctx, managed.path)
  const id = key === undefined ? newId('ltr') : idOf(managed, key)
  const { outcome, free } = await queries.transferLicenses(db, { ...transfer, id }, ctx.now())
  metrics.licenseTransfers.inc({ outcome: outcome === 'done' ? 'accepted' : 'refused' })
  if (outcome !== 'done') throw refusal(outcome, nodeId, free ?? 0)
  // The notifier of the account's cell settles what is not settled here.
  await settleTransfers(ctx, { id, limit: 1 }).catch((error) =>
    ctx.log.warn(
      { err: error, transfer: id },
      'transfer of licenses was not settled, the notifier settles it',
    ),
  )
  const settled = await queries.findTransfer(db, managed.path, id)
  if (settled?.state === 'refused') throw refusal('in_use', nodeId, settled.returnable ?? 0)
  if (!settled) throw new Error(`transfer ${id} is missing`)
  if (settled.nodeId !== nodeId || settled.licenses !== licenses) throw reusedKey()
  return settled
}

function idOf({ id }: ManagedNode, key: string): string {
  return `ltr_${createHash('sha256').update(`${id} ${key}`).digest('hex').slice(0, 40)}`
}

function refusal(outcome: string, nodeId: string, free: number): Error {
  switch (outcome) {
    case 'none_free':
      return poolEmpty(free)
    case 'in_use':
      return new ConflictError(
        'licenses.in_use',
        `At most ${free} licenses can be moved back; the others are in use.`,
      )
    case 'busy':
      return new ConflictError(
        'licenses.transfer_pending',
        'Another transfer of this account is pending. Try again.',
      )
    case 'not_pooled':
      return new ConflictError('licenses.not_pooled', 'The licenses of this account come from no pool.')
    default:
      return missingNode(nodeId)
  }
}

export function poolEmpty(free: number): ConflictError {
  return new ConflictError('licenses.pool_empty', `The pool has ${free} free licenses.`)
}

function reusedKey(): Error {
  return new ConflictError('licenses.transfer_exists', 'This Idempotency-Key was used for another transfer.')
}

function ownNode(): Error {
  return new ForbiddenError(
    'resale.own_node',
    'Your provider sets your own licenses, status, terms and caps.',
  )
}

export function requireReason(reason: string): void {
  if (reason.trim().length > 0 && reason.length <= maxReasonLength) return
  throw new InvalidError('resale.reason_missing', 'Give a reason of 1 to 500 characters.')
}

function missingNode(id: string): NotFoundError {
  return new NotFoundError('resale.node_not_found', `"${id}" does not exist, or is not yours to see.`)
}

function missing(id: string): never {
  throw missingNode(id)
}
