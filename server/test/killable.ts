// A context whose process "dies" at a chosen point: from then on every statement fails. The points are before and after
// each statement and each commit.

import type { Context } from '../src/platform/context.ts'
import type { Db, Pool } from '../src/platform/db/db.ts'

export class KilledError extends Error {
  override name = 'KilledError'
}

export interface Killable {
  ctx: Context
  isDead(): boolean
  /** Points that were passed. */
  points(): number
}

/** Dies at this point, counted from 1; never at 0. */
export function killable(ctx: Context, killAt: number): Killable {
  let points = 0
  let isDead = false

  function pass(): void {
    if (!isDead) points += 1
    if (points === killAt) isDead = true
    if (isDead) throw new KilledError(`at point ${points}`)
  }
  async function around<T>(work: () => Promise<T>): Promise<T> {
    pass()
    const result = await work()
    pass()
    return result
  }
  function wrap<D extends Db>(db: D): D {
    const run = (pieces: TemplateStringsArray, ...values: unknown[]) => around(() => db(pieces, ...values))
    const text = (sql: string, values?: unknown[]) => around(() => db.text(sql, values))
    return Object.assign(run, db, { text }) as unknown as D
  }

  const db: Pool = {
    ...ctx.db,
    forAccount: (accountId) => wrap(ctx.db.forAccount(accountId)),
    directory: wrap(ctx.db.directory),
    forReseller: (path) => wrap(ctx.db.forReseller(path)),
    async begin(scope, work, options) {
      const result = await ctx.db.begin(
        scope,
        async (inner) => {
          const given = await work(wrap(inner))
          // Before the commit.
          pass()
          return given
        },
        options,
      )
      pass()
      return result
    },
  }
  return { ctx: { ...ctx, db }, isDead: () => isDead, points: () => points }
}
