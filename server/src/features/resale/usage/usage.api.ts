// Usage below a reseller: sums by account for views, and days for programs that bill.

import type { Context } from '../../../platform/context.ts'
import type { PageCursor } from '../../../platform/db/paging.queries.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { ManagedNode } from '../resale.types.ts'
import { getReseller } from '../reseller.api.ts'
import { branchOf } from '../tree-database.ts'
import type { DayCursor } from './usage.queries.ts'
import * as queries from './usage.queries.ts'
import type { Period, UsageDay, UsageSums } from './usage.types.ts'

type Reads = Pick<Context, 'db' | 'cells'>

const maxDays = 366
const dayMs = 86_400_000
const daysPerChunk = 2_000

export function requirePeriod({ from, to }: Period): Period {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days >= 1 && days <= maxDays) return { from, to }
  throw new InvalidError('usage.period_invalid', `"${from}" to "${to}" is no period of 1 to ${maxDays} days.`)
}

export function listUsage(ctx: Reads, { path }: ManagedNode, period: Period) {
  return (cursor: PageCursor) => queries.listAccounts(branchOf(ctx, path), path, period, cursor)
}

export function sumUsage(
  ctx: Reads,
  { path }: ManagedNode,
  period: Period,
): Promise<UsageSums & { accounts: number }> {
  return queries.sumAccounts(branchOf(ctx, path), path, period)
}

/** In chunks; no connection is held while one is sent. */
export async function* readDays(
  ctx: Reads,
  { path }: ManagedNode,
  period: Period,
): AsyncGenerator<UsageDay[]> {
  let after: DayCursor | undefined
  for (;;) {
    const days = await queries.listDays(branchOf(ctx, path), path, period, after, daysPerChunk)
    if (days.length > 0) yield days
    if (days.length < daysPerChunk) return
    after = days.at(-1)
  }
}

/** Your own, or one below it, to narrow what is read. */
export async function narrowTo(
  ctx: Reads,
  managed: ManagedNode,
  id: string | undefined,
): Promise<ManagedNode> {
  if (id === undefined || id === managed.id) return managed
  const { name } = await getReseller(ctx, managed, id)
  const path = await queries.findPath(branchOf(ctx, managed.path), managed.path, id)
  return { ...managed, id, name, path: path! }
}
