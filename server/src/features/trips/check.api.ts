// Every night a sample of days is recomputed from the store and compared with what is stored. A difference is a fault of
// the processor, or of somebody who changed the rows: nothing else finds it.

import type { Context } from '../../platform/context.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './check.queries.ts'
import type { Difference, SampledDay, TripCheck } from './check.types.ts'
import { checkDay } from './day-check.ts'
import type { Pacing } from './giving-way.ts'
import { createPacing, unpaced } from './giving-way.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const pollEveryMs = 10 * 60_000
/** Of UTC. */
const fromHour = 2
const days = 200
const maxListed = 10
/** A process that was killed is followed by another. */
const leaseMs = 2 * 3_600_000
const keepMs = 90 * 86_400_000

export function startTripChecks(ctx: Needs & Pick<Context, 'bus'>): Poller {
  // A counter that begins with its first difference would show no increase.
  for (const outcome of ['same', 'differing']) metrics.tripChecks.inc({ outcome }, 0)
  let isStopping = false
  const pacing = createPacing(ctx, () => isStopping)
  const poller = startPoller(ctx, { what: 'trip checks', everyMs: pollEveryMs }, async () => {
    const now = ctx.now()
    if (now.getUTCHours() < fromHour) return false
    if (!(await queries.beginCheck(ctx.db.directory, now, new Date(+now - leaseMs)))) return false
    const check = await runCheck(ctx, { days }, pacing)
    if (check && check.differing > 0) ctx.log.error(check, 'stored trips differ from their locations')
    return false
  })
  return {
    wake: poller.wake,
    stop() {
      isStopping = true
      return poller.stop()
    },
  }
}

/** For the operator: at once, also if there was a check today. */
export async function checkNow(ctx: Needs, wanted: { days: number }): Promise<TripCheck> {
  const now = ctx.now()
  await queries.beginCheck(ctx.db.directory, now, now, true)
  return (await runCheck(ctx, wanted, unpaced))!
}

/** The days that differed at last come first, so that a check shows whether they are repaired. */
async function runCheck(
  ctx: Needs,
  wanted: { days: number },
  pacing: Pacing,
): Promise<TripCheck | undefined> {
  const startedAt = ctx.now()
  const former = (await queries.findLastCheck(ctx.db.directory))?.differences ?? []
  const sample: SampledDay[] = [...former, ...(await queries.sampleDevices(ctx.db.recorder, wanted.days))]
  const check: TripCheck = { finishedAt: startedAt, deviceDays: 0, differing: 0, differences: [] }
  for (const one of sample) {
    await pacing.giveWay()
    // Another process repeats it.
    if (pacing.isStopping()) return undefined
    const difference = await checkOne(ctx, one)
    if (difference === 'skipped') continue
    check.deviceDays += 1
    metrics.tripChecks.inc({ outcome: difference ? 'differing' : 'same' })
    if (!difference) continue
    check.differing += 1
    if (check.differences.length < maxListed) check.differences.push(difference)
  }
  check.finishedAt = ctx.now()
  await queries.finishCheck(ctx.db.directory, startedAt, check)
  await queries.deleteOldChecks(ctx.db.directory, new Date(+startedAt - keepMs))
  return check
}

async function checkOne(ctx: Needs, one: SampledDay): Promise<Difference | undefined | 'skipped'> {
  try {
    return await checkDay(ctx, one)
  } catch (error) {
    if (!isRefusedMoving(error)) ctx.log.warn({ err: error, ...one }, 'trips of a device were not checked')
    return 'skipped'
  }
}

/** The last one that was finished. */
export function findLastCheck(ctx: Pick<Context, 'db'>): Promise<TripCheck | undefined> {
  return queries.findLastCheck(ctx.db.directory)
}
