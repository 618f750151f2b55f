// Ends the support sessions of people who left the staff: deleted, disabled, without the role, or with an account that is
// not active or not of the staff any more.

import type { Context } from '../../platform/context.ts'
import { isOperator } from '../accounts/operator.api.ts'
import { listActiveAdministrators } from '../support/support.api.ts'
import { findManaged } from './node.queries.ts'
import { settleNow } from './support.api.ts'
import * as queries from './support.queries.ts'
import { treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>

const perPage = 200

/** Active sessions are few, and each staff account takes two queries. */
export async function endOfDeparted(ctx: Needs): Promise<void> {
  let after: queries.Visitor | undefined
  do {
    const visitors = await queries.listVisitors(treeOf(ctx), ctx.cells?.own, { after, limit: perPage })
    await endAmong(ctx, visitors)
    after = visitors.length === perPage ? visitors.at(-1) : undefined
  } while (after)
}

async function endAmong(ctx: Needs, visitors: queries.Visitor[]): Promise<void> {
  const tree = treeOf(ctx)
  for (const [account, ofAccount] of Map.groupBy(visitors, ({ visitorAccount }) => visitorAccount)) {
    const present = await listPresent(ctx, account, ofAccount)
    for (const visitor of ofAccount.filter((one) => !present.has(one))) {
      const ended = await queries.withdrawAll(tree, visitor, ctx.now())
      for (const { id } of ended) await settleNow(ctx, id)
    }
  }
}

async function listPresent(
  ctx: Needs,
  account: number,
  visitors: queries.Visitor[],
): Promise<Set<queries.Visitor>> {
  const active = new Set(
    await listActiveAdministrators(
      ctx,
      account,
      visitors.map(({ visitorId }) => visitorId),
    ),
  )
  const managed = await findManaged(treeOf(ctx), account)
  const present = new Set<queries.Visitor>()
  for (const visitor of visitors) {
    const { visitorId, askedBy } = visitor
    // Operators act with the path of the platform.
    const isStaff = managed?.path === askedBy || (await isOperator(ctx, visitorId))
    if (isStaff && active.has(visitorId)) present.add(visitor)
  }
  return present
}
