// Raises alerts for devices that have not reported in time. Each has a timer, indexed by due time; reports do not
// touch it. When a timer is due, a device that has reported meanwhile is postponed, and for the others an alert is
// raised.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { createSchedule } from '../../platform/time/weekly-hours.ts'
import { isExpired } from '../devices/expiry.api.ts'
import { startEscalations } from '../escalation/start.api.ts'
import { notifyOf } from '../notifications/notification.api.ts'
import type { NewAlert } from './judge.queries.ts'
import { insertAlerts } from './judge.queries.ts'
import type { DueTimer, LockedTimer } from './overdue.queries.ts'
import * as queries from './overdue.queries.ts'

const pollEveryMs = 1_000
const maxPerPoll = 1_000
const recheckAfterMs = 60_000

type Needs = Pick<Context, 'db' | 'now'>

export function startOverdueWatch(ctx: Needs & Pick<Context, 'log'>): Poller {
  return startPoller(ctx, { what: 'overdue devices', everyMs: pollEveryMs }, async () => {
    await setTimers(ctx)
    return (await sweepOverdue(ctx)) === maxPerPoll
  })
}

/** Updates the timers after changes of rules or devices. */
export async function setTimers(ctx: Needs): Promise<void> {
  const unset = await queries.listUnset(ctx.db.directory, maxPerPoll)
  if (unset.length === 0) return
  for (const { accountId } of unset) {
    await inTransaction(ctx, accountId, (tx) => queries.setTimers(tx.db))
  }
  await queries.markSet(
    ctx.db.directory,
    unset.flatMap(({ changes }) => changes),
  )
  await queries.deleteChanges(ctx.db.directory)
}

/** Checks what is due, once. Any number of processes may run it at the same time. */
export async function sweepOverdue(ctx: Needs): Promise<number> {
  const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
  for (const [accountId, timers] of Map.groupBy(due, (timer) => timer.accountId)) {
    await checkTimers(ctx, accountId, timers)
  }
  return due.length
}

async function checkTimers(ctx: Needs, accountId: number, timers: DueTimer[]): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const now = ctx.now()
    const locked = await queries.lockDue(tx.db, timers, now)
    const overdue = locked.filter((one) => isOverdue(one, now))
    await queries.moveTimers(
      tx.db,
      locked.map((one) => ({ ...one, ...nextCheck(one, now, overdue.includes(one)) })),
    )
    if (overdue.length === 0) return
    const raised = await insertAlerts(
      tx.db,
      overdue.map((one) => toAlert(accountId, one)),
      now,
    )
    metrics.alerts.inc({ kind: 'overdue' }, raised.length)
    const toNotify = raised.map((alert) => ({ ...alert, topic: `rule:${alert.ruleNumber}` }))
    await notifyOf(tx, toNotify)
    await startEscalations(tx, toNotify)
  })
}

/** Overdue, and not alerted since the device was last seen. */
function isOverdue(one: LockedTimer, now: Date): boolean {
  if (dueAt(one) > now || isExpired(one.expiresAt, now) || !isActive(one, now)) return false
  return one.raisedFor === null || +one.raisedFor !== +one.seenAt
}

function nextCheck(one: LockedTimer, now: Date, isRaised: boolean): { dueAt: Date; raisedFor: Date | null } {
  const due = dueAt(one)
  if (due > now) return { dueAt: due, raisedFor: null }
  const raisedFor = isRaised ? one.seenAt : one.raisedFor
  const isAlerted = raisedFor !== null && +raisedFor === +one.seenAt
  // Alerted: checks again after the reporting interval. Not alerted, because the schedule is off: soon.
  const pauseMs = isAlerted ? Math.max(one.afterSeconds * 1_000, recheckAfterMs) : recheckAfterMs
  return { dueAt: new Date(+now + pauseMs), raisedFor }
}

function dueAt({ seenAt, afterSeconds }: LockedTimer): Date {
  return new Date(+seenAt + afterSeconds * 1_000)
}

function isActive({ conditions, timeZone }: LockedTimer, now: Date): boolean {
  return createSchedule(conditions.schedule ?? [], conditions.timeZone ?? timeZone)(+now)
}

function toAlert(accountId: number, one: LockedTimer): NewAlert {
  const { ruleNumber, deviceNumber, severity, seenAt, afterSeconds, latitude, longitude } = one
  const at = dueAt(one)
  const text = `No data since ${seenAt.toISOString().slice(0, 19)}Z`
  return {
    accountId,
    deviceNumber,
    id: newId('alt'),
    ruleNumber,
    name: 'overdue',
    severity,
    text,
    atMs: +at,
    coordinates:
      latitude === null || longitude === null
        ? undefined
        : { latitude: latitude / 1e7, longitude: longitude / 1e7 },
    cause: `${ruleNumber}::${+seenAt}`,
    late: false,
    delayedSeconds: null,
    shouldNotify: true,
    explanation: {
      summary: text,
      rule: {
        id: one.ruleId,
        name: one.ruleName,
        type: 'overdue',
        version: one.ruleVersion,
        settings: one.settings,
      },
      facts: { seenAt: seenAt.toISOString(), afterSeconds, overdueAt: at.toISOString() },
    },
  }
}
