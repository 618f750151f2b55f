// The trip processor: finds devices with new or late locations in the store, and computes their trips. Locations never
// wait for it. Any number of processes may run it.

import type { Context } from '../../platform/context.ts'
import { isRefusedMoving, isUnavailable } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import type { Pacing } from './giving-way.ts'
import { createPacing, unpaced } from './giving-way.ts'
import { processDevices } from './processing.ts'
import { createWorkMeter } from './processor-metrics.ts'
import type { DueDevices } from './trip-state.queries.ts'
import { listDue, postpone } from './trip-state.queries.ts'
import { paceMs } from './work.api.ts'

const pollEveryMs = 10_000
const devicesPerBatch = 250
/** Of an account in one poll: finding them costs as much as there are devices, due or not. */
const devicesPerPoll = 2_000
const accountsPerPoll = 200
const atOnce = 2
/** Until the next poll, so that devices that are due meanwhile hardly wait. Recomputations get as much. */
const runForMs = 10_000
/** After a device that cannot be processed, and after a database that was too busy for it. */
const postponeMs = 10 * 60_000
const postponeBusyMs = 60_000

type Needs = Pick<Context, 'db' | 'now' | 'log'>

export function startTripProcessor(ctx: Needs & Pick<Context, 'bus'>): Poller {
  let isStopping = false
  const pacing = createPacing(ctx, () => isStopping)
  const stopMeasuring = onScrape(createWorkMeter(ctx))
  const poller = startPoller(ctx, { what: 'trips', everyMs: pollEveryMs }, () => processDue(ctx, pacing))
  return {
    wake: poller.wake,
    stop() {
      isStopping = true
      stopMeasuring()
      return poller.stop()
    },
  }
}

/** Processes what is due, once. Returns whether there may be more. */
export async function processDue(ctx: Needs, pacing: Pacing = unpaced): Promise<boolean> {
  const now = ctx.now()
  const due = await listDue(ctx.db.recorder, {
    now,
    pacedBefore: new Date(+now - paceMs),
    perAccount: devicesPerPoll,
    limit: accountsPerPoll,
  })
  let isMore =
    due.length === accountsPerPoll ||
    due.some(({ deviceNumbers, redoNumbers }) =>
      [deviceNumbers, redoNumbers].some(({ length }) => length === devicesPerPoll),
    )
  const inBatches = (pick: (one: DueDevices) => number[], perBatch: number) =>
    processBatches(ctx, batchesOf(due, pick, perBatch), pacing)
  if (await inBatches((one) => one.deviceNumbers, devicesPerBatch)) isMore = true
  // Each in a transaction of its own: a track may be long.
  if (await inBatches((one) => one.redoNumbers, 1)) isMore = true
  return isMore
}

/** Returns whether there is more: the time was over, or a batch was not finished. */
async function processBatches(ctx: Needs, batches: Batch[], pacing: Pacing): Promise<boolean> {
  const untilMs = performance.now() + runForMs
  const waiting = batches.values()
  let isMore = false
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { accountId, deviceNumbers } of waiting) {
        if (pacing.isStopping()) return
        // Not after giving way, which may take longer: a batch a minute is processed all the same.
        if (performance.now() > untilMs) {
          isMore = true
          return
        }
        await pacing.giveWay()
        if (await processBatch(ctx, accountId, deviceNumbers)) isMore = true
      }
    }),
  )
  return isMore
}

interface Batch {
  accountId: number
  deviceNumbers: number[]
}

/** The first batch of each account, then the second of each: a large account does not delay the others. */
function batchesOf(due: DueDevices[], pick: (one: DueDevices) => number[], perBatch: number): Batch[] {
  const batches = due.flatMap((one) => {
    const numbers = pick(one)
    return Array.from({ length: Math.ceil(numbers.length / perBatch) }, (_, turn) => ({
      accountId: one.accountId,
      deviceNumbers: numbers.slice(turn * perBatch, (turn + 1) * perBatch),
      turn,
    }))
  })
  return batches.sort((a, b) => a.turn - b.turn)
}

/** One device that fails must not keep the others from being processed. */
async function processBatch(ctx: Needs, accountId: number, deviceNumbers: number[]): Promise<boolean> {
  try {
    return await processDevices(ctx, accountId, deviceNumbers)
  } catch (error) {
    // Its next cell goes on with it.
    if (isRefusedMoving(error)) return false
    const [deviceNumber, ...others] = deviceNumbers
    if (others.length > 0) {
      ctx.log.warn({ err: error, accountId }, 'trips were not processed together, trying one by one')
      let isMore = false
      for (const one of deviceNumbers) isMore = (await processBatch(ctx, accountId, [one])) || isMore
      return isMore
    }
    const isBusy = isUnavailable(error)
    await postponeDevice(ctx, accountId, deviceNumber!, isBusy ? postponeBusyMs : postponeMs)
    metrics.tripFailures.inc()
    const level = isBusy ? 'warn' : 'error'
    ctx.log[level]({ err: error, accountId, deviceNumber }, 'trips of a device were not processed')
    return false
  }
}

/** Throws if the database is unavailable: then it is not the device's fault. */
async function postponeDevice(
  ctx: Needs,
  accountId: number,
  deviceNumber: number,
  byMs: number,
): Promise<void> {
  const now = ctx.now()
  const until = new Date(+now + byMs)
  try {
    await postpone(ctx.db.forAccount(accountId), deviceNumber, { now, until })
  } catch (error) {
    if (!isRefusedMoving(error)) throw error
  }
}
