// The trip processor: finds devices with new or late locations in the store, and computes their trips. Locations never
// wait for it. Any number of processes may run it.

import type { Context } from '../../platform/context.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { processDevices } from './processing.ts'
import { listDue, postpone } from './trip-state.queries.ts'

const pollEveryMs = 10_000
/** A device without a decision to make is processed this often. */
const paceMs = 10 * 60_000
const devicesPerBatch = 100
const accountsPerPoll = 200
const atOnce = 2
/** After a device that cannot be processed. */
const postponeMs = 10 * 60_000

type Needs = Pick<Context, 'db' | 'now' | 'log'>

export function startTripProcessor(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'trips', everyMs: pollEveryMs }, () => processDue(ctx))
}

/** Processes what is due, once. Returns whether there may be more. */
export async function processDue(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const due = await listDue(ctx.db.recorder, {
    now,
    pacedBefore: new Date(+now - paceMs),
    perAccount: devicesPerBatch,
    limit: accountsPerPoll,
  })
  let isMore = due.length === accountsPerPoll
  const waiting = due.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { accountId, deviceNumbers } of waiting) {
        const isUnfinished = await processBatch(ctx, accountId, deviceNumbers)
        if (isUnfinished || deviceNumbers.length === devicesPerBatch) isMore = true
      }
    }),
  )
  return isMore
}

/** One device that fails must not keep the others from being processed. */
async function processBatch(ctx: Needs, accountId: number, deviceNumbers: number[]): Promise<boolean> {
  try {
    return await processDevices(ctx, accountId, deviceNumbers)
  } catch (error) {
    const [deviceNumber, ...others] = deviceNumbers
    if (others.length > 0) {
      ctx.log.warn({ err: error, accountId }, 'trips were not processed together, trying one by one')
      let isMore = false
      for (const one of deviceNumbers) isMore = (await processBatch(ctx, accountId, [one])) || isMore
      return isMore
    }
    ctx.log.error({ err: error, accountId, deviceNumber }, 'trips of a device were not processed')
    const now = ctx.now()
    const until = new Date(+now + postponeMs)
    await postpone(ctx.db.forAccount(accountId), deviceNumber!, { now, until })
    return false
  }
}
