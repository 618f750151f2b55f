// Price lists of a reseller for the nodes directly below it, and the invoices that follow from them.

import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { ManagedNode } from '../resale.types.ts'
import { branchOf } from '../tree-database.ts'
import { invoiceOf } from './invoice.ts'
import type { PriceListRow } from './price.queries.ts'
import * as queries from './price.queries.ts'
import type { Invoice, PriceList, Prices } from './price.types.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'now'>
type Reads = Pick<Context, 'db' | 'cells'>
export type PriceListChange = Omit<PriceListRow, 'id'>

const maxPriceLists = 100
const nodesPerChunk = 50

export function listPriceLists(ctx: Reads, { path }: ManagedNode) {
  return (cursor: PageCursor) => queries.listPriceLists(branchOf(ctx, path), path, cursor)
}

export async function getPriceList(ctx: Reads, { path }: ManagedNode, id: string): Promise<PriceList> {
  return (await queries.findPriceList(branchOf(ctx, path), path, id)) ?? missing(id)
}

export async function createPriceList(
  ctx: Needs,
  { path }: ManagedNode,
  list: PriceListChange,
): Promise<string> {
  requirePrices(list.prices)
  const id = newId('prl')
  const limits = { max: maxPriceLists, now: ctx.now() }
  if (await queries.addPriceList(branchOf(ctx, path), path, { ...list, id }, limits)) return id
  throw new ConflictError('prices.too_many', `A reseller has at most ${maxPriceLists} price lists.`)
}

/** Counts for invoices from then on, of past months too. */
export async function replacePriceList(
  ctx: Needs,
  { path }: ManagedNode,
  id: string,
  list: PriceListChange,
): Promise<void> {
  requirePrices(list.prices)
  if (!(await queries.replacePriceList(branchOf(ctx, path), path, { ...list, id }, ctx.now()))) missing(id)
}

export async function deletePriceList(ctx: Needs, managed: ManagedNode, id: string): Promise<void> {
  const { nodes } = await getPriceList(ctx, managed, id)
  if (await queries.deletePriceList(branchOf(ctx, managed.path), managed.path, id)) return
  throw new ConflictError('prices.in_use', `${nodes} accounts or resellers pay by this price list.`)
}

/** Undefined: the node gets no invoice. */
export async function setNodePrices(
  ctx: Needs,
  { path }: ManagedNode,
  nodeId: string,
  priceListId: string | undefined,
): Promise<void> {
  const db = branchOf(ctx, path)
  if (priceListId === undefined) return queries.clearNodePrices(db, path, nodeId)
  if (!(await queries.setNodePrices(db, path, nodeId, priceListId)))
    throw new NotFoundError(
      'prices.not_found',
      `"${nodeId}" is not directly below your reseller, or "${priceListId}" is not one of its price lists.`,
    )
}

/** Of the nodes directly below that have a price list. `month` is like 2026-10. */
export async function* readInvoices(
  ctx: Reads,
  { path }: ManagedNode,
  month: string,
): AsyncGenerator<Invoice[]> {
  const period = { from: `${month}-01`, to: lastDayOf(month) }
  let after = ''
  for (;;) {
    const nodes = await queries.listBilled(branchOf(ctx, path), path, period, after, nodesPerChunk)
    if (nodes.length > 0) yield nodes.map((node) => invoiceOf(node, month))
    if (nodes.length < nodesPerChunk) return
    after = nodes.at(-1)!.path
  }
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

function requirePrices({ sms }: Prices): void {
  const prefixes = sms.map(({ prefix }) => prefix)
  if (prefixes.includes('') && new Set(prefixes).size === prefixes.length) return
  throw new InvalidError(
    'prices.invalid',
    'SMS need one price for each prefix, and one with the empty prefix for all other numbers.',
  )
}

function missing(id: string): never {
  throw new NotFoundError('prices.not_found', `"${id}" does not exist, or is not yours to see.`)
}
