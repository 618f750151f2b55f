// Evaluates some devices of one account in one transaction: begins cycles, and raises what has become soon or due. The
// database decides that each level of a cycle is raised once, however many processes run this, and whenever they die.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { raiseAlerts } from '../alerts/raised.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { keepPointsOfToday, refreshPoints } from '../trips/meters/points.api.ts'
import { causePrefix } from './cause.ts'
import type { ReachedLevel } from './check.queries.ts'
import * as queries from './check.queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** Of one account in one transaction. Then it is the turn of other accounts. */
const devicesPerTurn = 500
const pointsPerTurn = 200
/** After all devices of an account: what is counted changes by kilometres and days. */
const pauseMs = 5 * 60_000

/** Returns whether devices were evaluated: not if another process does it. */
export async function checkAccount(
  ctx: Needs,
  accountId: number,
  perTurn: number = devicesPerTurn,
): Promise<boolean> {
  const reached = await inTransaction(ctx, accountId, async (tx) => {
    const now = ctx.now()
    const check = await queries.lockCheck(tx.db, now)
    if (!check) return undefined
    const paused = { nextAt: new Date(+now + pauseMs), afterDevice: 0, checkedAt: now }
    if (!(await queries.hasPlans(tx.db))) {
      await queries.deleteCheck(tx.db)
      return []
    }
    const until = await queries.findUntil(tx.db, check.afterDevice, perTurn)
    if (until === undefined) {
      await queries.moveCheck(tx.db, paused)
      return []
    }
    const range = { after: check.afterDevice, until }
    const refreshed = await refreshPoints(tx, { ...range, limit: pointsPerTurn })
    // The others of the same devices are computed in the next turn, before anything is raised.
    if (refreshed === pointsPerTurn) {
      await queries.moveCheck(tx.db, { nextAt: now, afterDevice: check.afterDevice, checkedAt: null })
      return []
    }
    await beginCycles(tx, range, now)
    const marked = await queries.markReached(tx.db, range, now)
    await publish(tx, marked, now)
    const isLast = (await queries.findUntil(tx.db, until, 1)) === undefined
    await queries.moveCheck(tx.db, isLast ? paused : { nextAt: now, afterDevice: until, checkedAt: null })
    return marked
  })
  for (const { level } of reached ?? []) metrics.maintenanceReached.inc({ level })
  return reached !== undefined
}

async function beginCycles(
  { db }: Pick<Tx, 'db'>,
  range: { after: number; until: number },
  now: Date,
): Promise<void> {
  const pairs = await queries.listUnstarted(db, range, now)
  if (pairs.length === 0) return
  const points = await keepPointsOfToday(db, [...new Set(pairs.map((one) => one.deviceNumber))], now)
  const beganAt = new Map(points.map(({ deviceNumber, at }) => [deviceNumber, at]))
  await queries.insertStarts(
    db,
    // A device may have been deleted meanwhile.
    pairs.flatMap((pair) => {
      const at = beganAt.get(pair.deviceNumber)
      return at ? [{ ...pair, beganAt: at }] : []
    }),
  )
}

async function publish(tx: Pick<Tx, 'db' | 'now'>, marked: ReachedLevel[], now: Date): Promise<void> {
  if (marked.length === 0) return
  await addToOutbox(
    tx,
    marked.map((one) => ({
      id: newId('evt'),
      type: `maintenance.${one.level}`,
      at: now,
      deviceNumber: one.deviceNumber,
      deviceId: one.deviceId,
      data: factsOf(one),
    })),
  )
  await raiseAlerts(
    tx,
    'maintenance',
    marked.map((one) => ({
      deviceNumber: one.deviceNumber,
      name: `maintenance.${one.level}`,
      summary: `Maintenance "${one.plan}" is due${one.level === 'soon' ? ' soon' : ''}`,
      facts: factsOf(one),
      cause: `${causePrefix(one.planNumber)}${one.cycleBeganMs}:${one.level}`,
      isFor: ({ on }) => one.level === 'due' || on === 'soon',
    })),
  )
}

function factsOf(one: ReachedLevel) {
  const { planId, plan: planName, remainingKm, remainingHours, remainingDays } = one
  return {
    planId,
    planName,
    countedSince: one.cycleBeganAt.toISOString(),
    ...{ remainingKm, remainingHours, remainingDays },
  }
}
