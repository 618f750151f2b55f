import type { Context } from '../../platform/context.ts'
import type { Place } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import * as queries from './fleet.queries.ts'

/** Reads any stretch of the devices that the caller sees, each in one short line. */
export function listFleet(ctx: Pick<Context, 'db' | 'now'>, caller: Caller) {
  const db = ctx.db.forAccount(caller.accountId)
  return (place: Place) => queries.listFleet(db, caller.scope, place, ctx.now())
}
