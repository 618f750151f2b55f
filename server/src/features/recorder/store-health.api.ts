// How the store of locations stands, for who examines it.

import type { Context } from '../../platform/context.ts'
import * as queries from './store-health.queries.ts'

const hourMs = 3_600_000

export interface StoreReview {
  /** Partitions that should be there, and are not. */
  missingWeeks: string[]
  /** Locations stand where no partition was. */
  hasUnplaced: boolean
}

export async function reviewStore(ctx: Pick<Context, 'db' | 'now'>): Promise<StoreReview> {
  return {
    missingWeeks: await queries.listMissingWeeks(ctx.db.directory, ctx.now()),
    hasUnplaced: await queries.hasUnplaced(ctx.db.recorder),
  }
}

/** Counted as far as `most`. */
export function countDeadLetters(ctx: Pick<Context, 'db'>, most: number): Promise<number> {
  return queries.countDeadLetters(ctx.db.recorder, most)
}

/** Unregistered trackers of the last hour, counted as far as `most`. */
export function countStrangers(ctx: Pick<Context, 'db' | 'now'>, most: number): Promise<number> {
  return queries.countStrangers(ctx.db.directory, new Date(ctx.now().getTime() - hourMs), most)
}
