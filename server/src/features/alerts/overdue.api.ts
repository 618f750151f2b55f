// Devices that should have been heard from. Each waits in an index by when it would be overdue; a report touches nothing
// there. What falls due is looked at: whoever was heard meanwhile is put off, the others are alerted about.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Sweep } from '../../platform/jobs/poller.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { isExpired } from '../devices/expiry.api.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import type { NewAlert } from './judge.queries.ts'
import { insertAlerts } from './judge.queries.ts'
import type { DueTimer, Waited } from './overdue.queries.ts'
import * as queries from './overdue.queries.ts'
import { createSchedule } from './rules/schedule.ts'

const lookEveryMs = 1_000
const maxPerLook = 1_000
const unheardForMs = 60_000

type Needs = Pick<Context, 'db' | 'now'>

export function startOverdueWatch(ctx: Needs & Pick<Context, 'log'>): Sweep {
  return startSweep(ctx, { what: 'overdue devices', everyMs: lookEveryMs }, async () => {
    await setTimers(ctx)
    return (await sweepOverdue(ctx)) === maxPerLook
  })
}

/** Timers follow the rules and the devices they apply to. */
export async function setTimers(ctx: Needs): Promise<void> {
  const unset = await queries.listUnset(ctx.db.directory, maxPerLook)
  if (unset.length === 0) return
  for (const { accountId } of unset) {
    await inTransaction(ctx, accountId, (tx) => queries.setTimers(tx.db))
  }
  await queries.markSet(
    ctx.db.directory,
    unset.flatMap(({ changes }) => changes),
  )
  await queries.forgetChanges(ctx.db.directory)
}

/** One look at what is due. Any number of processes may do it at once. */
export async function sweepOverdue(ctx: Needs): Promise<number> {
  const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerLook)
  for (const [accountId, timers] of Map.groupBy(due, (timer) => timer.accountId)) {
    await lookAt(ctx, accountId, timers)
  }
  return due.length
}

async function lookAt(ctx: Needs, accountId: number, timers: DueTimer[]): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const now = ctx.now()
    const waited = await queries.lockDue(tx.db, timers, now)
    const overdue = waited.filter((one) => isOverdue(one, now))
    await queries.moveTimers(
      tx.db,
      waited.map((one) => ({ ...one, ...nextLook(one, now, overdue.includes(one)) })),
    )
    if (overdue.length === 0) return
    const raised = await insertAlerts(
      tx.db,
      overdue.map((one) => toAlert(accountId, one)),
      now,
    )
    metrics.alerts.inc({ kind: 'overdue' }, raised.length)
    const told = raised.map((alert) => ({ ...alert, topic: `rule:${alert.ruleNumber}` }))
    await notifyOf(tx, told)
  })
}

/** And nobody was told of this silence yet. */
function isOverdue(one: Waited, now: Date): boolean {
  if (dueAt(one) > now || isExpired(one.expiresAt, now) || !isHeard(one, now)) return false
  return one.raisedFor === null || +one.raisedFor !== +one.seenAt
}

function nextLook(one: Waited, now: Date, isRaised: boolean): { dueAt: Date; raisedFor: Date | null } {
  const due = dueAt(one)
  if (due > now) return { dueAt: due, raisedFor: null }
  const raisedFor = isRaised ? one.seenAt : one.raisedFor
  const isTold = raisedFor !== null && +raisedFor === +one.seenAt
  // Told: it is looked at as often as it is to report. Not told, because nobody listens now: soon again.
  const pauseMs = isTold ? Math.max(one.afterSeconds * 1_000, unheardForMs) : unheardForMs
  return { dueAt: new Date(+now + pauseMs), raisedFor }
}

function dueAt({ seenAt, afterSeconds }: Waited): Date {
  return new Date(+seenAt + afterSeconds * 1_000)
}

function isHeard({ conditions, timeZone }: Waited, now: Date): boolean {
  return createSchedule(conditions.schedule ?? [], conditions.timeZone ?? timeZone)(+now)
}

function toAlert(accountId: number, one: Waited): NewAlert {
  const { ruleNumber, deviceNumber, severity, seenAt, afterSeconds, latitude, longitude } = one
  const at = dueAt(one)
  const text = `Not heard from since ${seenAt.toISOString().slice(0, 19)}Z`
  return {
    accountId,
    deviceNumber,
    id: newId('alt'),
    ruleNumber,
    name: 'overdue',
    severity,
    text,
    atMs: +at,
    place:
      latitude === null || longitude === null
        ? undefined
        : { latitude: latitude / 1e7, longitude: longitude / 1e7 },
    cause: `${ruleNumber}::${+seenAt}`,
    late: false,
    isTold: true,
    explanation: {
      summary: text,
      rule: {
        id: one.ruleId,
        name: one.ruleName,
        kind: 'overdue',
        version: one.ruleVersion,
        settings: one.settings,
      },
      facts: { seenAt: seenAt.toISOString(), afterSeconds, overdueAt: at.toISOString() },
    },
  }
}
