// The health of the location store, for the doctor.

import type { Context } from '../../platform/context.ts'
import * as queries from './store-health.queries.ts'

const hourMs = 3_600_000

export interface StoreHealth {
  /** Partitions that should exist and do not. */
  missingWeeks: string[]
  /** Some locations are in a default partition. */
  hasUnplaced: boolean
}

export async function checkStoreHealth(ctx: Pick<Context, 'db' | 'now'>): Promise<StoreHealth> {
  return {
    missingWeeks: await queries.listMissingWeeks(ctx.db.directory, ctx.now()),
    hasUnplaced: await queries.hasUnplaced(ctx.db.recorder),
  }
}

/** Counts up to `max`. */
export function countDeadLetters(ctx: Pick<Context, 'db'>, max: number): Promise<number> {
  return queries.countDeadLetters(ctx.db.recorder, max)
}

/** Counts unregistered trackers of the last hour, up to `max`. */
export function countUnknownTrackers(ctx: Pick<Context, 'db' | 'now'>, max: number): Promise<number> {
  return queries.countUnknownTrackers(ctx.db.directory, new Date(ctx.now().getTime() - hourMs), max)
}
