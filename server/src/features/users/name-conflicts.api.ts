// User names are unique on the platform, so a conflict reveals that somebody has the name. Conflicts are therefore
// limited per account like failed sign-ins.

import type { FairQueue } from '../../platform/async/fair-queue.ts'
import { createFairQueue } from '../../platform/async/fair-queue.ts'
import type { Context } from '../../platform/context.ts'
import type { Pool } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { CallerError } from '../../platform/http/errors.ts'
import { admitSubject, countFailureOf } from '../auth/throttle.api.ts'

const purpose = 'name taken'
/** One at a time, so that parallel attempts are counted before the next is judged. */
const queueLimits = { concurrency: 1, maxQueueLength: 500, maxWaitMs: 30_000 }
const queues = new WeakMap<Pool, FairQueue>()

export function limitNameConflicts<T>(
  ctx: Context,
  { accountId }: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(ctx.db) ?? createFairQueue(queueLimits)
  queues.set(ctx.db, queue)
  return queue(accountId, async () => {
    await admitSubject(ctx, purpose, String(accountId))
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof CallerError && error.code === 'users.name_taken'
      if (isConflict) await countFailureOf(ctx, purpose, String(accountId))
      throw error
    }
  })
}
