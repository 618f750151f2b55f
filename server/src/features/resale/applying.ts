// Applies the tree to the accounts of this cell, registers accounts that the tree does not have, and reports counts.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import { noteNodeStatus } from '../accounts/status.api.ts'
import type { Statistics } from './cell.queries.ts'
import * as queries from './cell.queries.ts'
import * as nodeQueries from './node.queries.ts'
import { treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>

const maxStates = 500
const maxNotes = 100
const maxUnlisted = 200
const maxReports = 100
const reportEveryMs = 60_000
/** A node without an account for this long was left by a process that died. */
const orphanAfterMs = 600_000

/** From resellers to their accounts, in the tree. Any cell does it. Returns whether there may be more. */
export function propagateNodes(ctx: Needs): Promise<boolean> {
  return queries.propagate(treeOf(ctx), maxStates, ctx.now())
}

/** Many accounts in one statement. Returns whether there may be more. */
export async function applyNodes(ctx: Needs): Promise<boolean> {
  const tree = treeOf(ctx)
  const states = await queries.listUnapplied(tree, ctx.cells?.own, maxStates)
  if (states.length === 0) return false
  await queries.applyStates(ctx.db.directory, states, 'provider_suspended')
  const numbers = states.map(({ accountNumber }) => accountNumber)
  const applied = await queries.listApplied(ctx.db.directory, numbers)
  if (applied.length > 0) await queries.markApplied(tree, applied)
  return states.length === maxStates && applied.length > 0
}

/** One transaction per account: its owner, its audit log and its events. The status itself is in force already. */
export async function noteStatuses(ctx: Needs): Promise<boolean> {
  const unnoted = await queries.listUnnoted(ctx.db.directory, maxNotes)
  let noted = 0
  for (const { accountId } of unnoted) {
    try {
      await inTransaction(ctx, accountId, noteNodeStatus)
      noted += 1
    } catch (error) {
      if (!isRefusedMoving(error)) ctx.log.warn({ err: error, accountId }, 'status of the tree was not noted')
    }
  }
  return noted === maxNotes
}

/** Accounts that were created by the operator, or before there was a tree: they are below the platform. */
export async function listAccountsInTree(ctx: Needs): Promise<boolean> {
  const tree = treeOf(ctx)
  for (let after = 0; ; ) {
    const page = await queries.listUnlisted(ctx.db.directory, { after, limit: maxUnlisted })
    const numbers = page.map(({ accountNumber }) => accountNumber)
    const known = new Set((await queries.listKnown(tree, numbers)).map(({ accountNumber }) => accountNumber))
    for (const { accountNumber, id } of page) {
      if (!known.has(accountNumber)) await listAccountInTree(ctx, { accountNumber, id })
    }
    if (page.length < maxUnlisted) return false
    after = page.at(-1)!.accountNumber
  }
}

export async function listAccountInTree(
  ctx: Pick<Needs, 'db' | 'cells' | 'now'>,
  { accountNumber, id }: { accountNumber: number; id: string },
): Promise<void> {
  const name = await queries.findName(ctx.db.forAccount(accountNumber))
  if (name === undefined) return
  const node = { parentId: 'platform', id, kind: 'account', name, accountNumber, isStaff: false } as const
  await nodeQueries.addNode(treeOf(ctx), node, ctx.now())
}

/** The accounts whose counts are the oldest. */
export async function reportStatistics(ctx: Needs): Promise<boolean> {
  const tree = treeOf(ctx)
  const now = ctx.now()
  const before = new Date(now.getTime() - reportEveryMs)
  const due = await queries.listToReport(tree, ctx.cells?.own, { before, limit: maxReports })
  const createdBefore = new Date(now.getTime() - orphanAfterMs)
  const orphans = ctx.cells ? await queries.listUnregistered(tree, createdBefore, maxReports) : []
  const counted: Statistics[] = []
  const { defaults } = ctx.config.spending
  for (const one of due) {
    const statistics = await queries.countAccount(ctx.db.forAccount(one.accountNumber), now, defaults)
    if (statistics) counted.push(statistics)
    else if (!ctx.cells && one.createdAt < createdBefore) orphans.push(one)
  }
  if (counted.length > 0) await queries.keepStatistics(tree, counted, now)
  for (const { accountNumber } of orphans) await nodeQueries.removeAccountNode(tree, accountNumber)
  return false
}
