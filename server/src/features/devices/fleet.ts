import type { Context } from '../../platform/context.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import * as queries from './fleet.queries.ts'

/** Returns a reader of pages of the devices the caller may see, as compact rows. */
export function listFleet(ctx: Pick<Context, 'db' | 'now'>, caller: Caller) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listFleet(db, caller.scope, cursor, ctx.now())
}
