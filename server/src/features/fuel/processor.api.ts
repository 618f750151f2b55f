// The fuel processor: follows the trip processor, and finds fills and drains in the stops that it has changed. Any number
// of processes may run it.

import type { Context } from '../../platform/context.ts'
import { isRefusedMoving, isUnavailable } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import type { DueSensors } from './fuel-state.queries.ts'
import { listDue, measureWaiting, postpone } from './fuel-state.queries.ts'
import { processSensor } from './processing.ts'

const pollEveryMs = 10_000
const sensorsPerPoll = 200
const accountsPerPoll = 200
/** Until the next poll, so that sensors that are due meanwhile hardly wait. */
const runForMs = 10_000
const postponeMs = 10 * 60_000
const postponeBusyMs = 60_000
const measureEveryMs = 60_000

type Needs = Pick<Context, 'db' | 'now' | 'log'>

export function startFuelProcessor(ctx: Needs): Poller {
  let isStopping = false
  const stopMeasuring = onScrape(createMeter(ctx))
  const poller = startPoller(ctx, { what: 'fuel', everyMs: pollEveryMs }, () =>
    processDueFuel(ctx, () => isStopping),
  )
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
export async function processDueFuel(ctx: Needs, isStopping = () => false): Promise<boolean> {
  const untilMs = performance.now() + runForMs
  const due = await listDue(ctx.db.recorder, {
    now: ctx.now(),
    perAccount: sensorsPerPoll,
    limit: accountsPerPoll,
  })
  let isMore =
    due.length === accountsPerPoll || due.some(({ sensorNumbers }) => sensorNumbers.length === sensorsPerPoll)
  for (const { accountId, sensorNumber } of inTurns(due)) {
    if (isStopping()) return false
    if (performance.now() > untilMs) return true
    if (await tryProcess(ctx, accountId, sensorNumber)) isMore = true
  }
  return isMore
}

/** The first sensor of each account, then the second of each: a large account does not delay the others. */
function inTurns(due: DueSensors[]): { accountId: number; sensorNumber: number }[] {
  return due
    .flatMap(({ accountId, sensorNumbers }) =>
      sensorNumbers.map((sensorNumber, turn) => ({ accountId, sensorNumber, turn })),
    )
    .sort((a, b) => a.turn - b.turn)
}

/** One sensor that fails must not keep the others from being processed. */
async function tryProcess(ctx: Needs, accountId: number, sensorNumber: number): Promise<boolean> {
  try {
    const processed = await processSensor(ctx, accountId, sensorNumber)
    if (!processed) return false
    metrics.fuelSensors.inc()
    metrics.fuelLocations.inc(processed.rows)
    metrics.fuelEvents.inc({ kind: 'fill' }, processed.fills)
    metrics.fuelEvents.inc({ kind: 'drain' }, processed.drains)
    return processed.isMore
  } catch (error) {
    // Its next cell goes on with it.
    if (isRefusedMoving(error)) return false
    const isBusy = isUnavailable(error)
    const until = new Date(+ctx.now() + (isBusy ? postponeBusyMs : postponeMs))
    await postpone(ctx.db.forAccount(accountId), sensorNumber, until).catch((refused) => {
      if (!isRefusedMoving(refused)) throw refused
    })
    metrics.fuelFailures.inc()
    ctx.log[isBusy ? 'warn' : 'error'](
      { err: error, accountId, sensorNumber },
      'readings of a fuel sensor were not processed',
    )
    return false
  }
}

function createMeter({ db, now }: Pick<Context, 'db' | 'now'>): () => Promise<void> {
  let measuredAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - measuredAtMs < measureEveryMs) return
    measuredAtMs = performance.now()
    metrics.fuelWaiting.set((await measureWaiting(db.recorder, now())).waiting)
  }
}
