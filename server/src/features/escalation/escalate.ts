// Does one round of an escalation, in one transaction: either the round or the acknowledgement, and each round once.

import type { Tx } from '../../platform/context.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { notifyContacts } from '../notifications/notification.api.ts'
import type { DueRound, Notice } from './escalation.types.ts'
import { findOnCall } from './on-call/schedule.api.ts'
import type { NextRound, Position } from './steps.ts'
import { nextRound } from './steps.ts'
import * as queries from './timer.queries.ts'

export interface DoneRound extends Position {
  /** When it was due; the instant of the round if it was due at once. */
  dueAt: Date
  notified: number
}

/** Undefined if nothing was done: the alert was handled, another process was first, or the round is not due yet. */
export async function escalate(
  tx: Pick<Tx, 'db' | 'now'>,
  alertNumber: number,
): Promise<DoneRound | undefined> {
  const now = tx.now()
  const due = await queries.lockDueRound(tx.db, alertNumber, now)
  if (!due) return undefined
  const position = dueNow(due, now)
  if (!position.isDue) {
    if (await queries.takeTimer(tx.db, alertNumber, due)) await queries.setTimer(tx.db, alertNumber, position)
    return undefined
  }
  const contactIds = await findRecipients(tx, due, position, now)
  // Notifications before the timer, as everywhere: their outcomes lock both.
  const notices = await notifyContacts(tx, { ...due, alertNumber, contactIds })
  if (!(await queries.takeTimer(tx.db, alertNumber, due)))
    throw new Error('the timer of a locked alert is gone')
  const dueAt = due.dueAt ?? now
  await queries.insertRound(tx.db, alertNumber, position, { dueAt, now, notices })
  const next = nextRound(due.steps, position, now, notices.length > 0)
  if (next) await queries.setTimer(tx.db, alertNumber, next)
  else await queries.finish(tx.db, alertNumber, now)
  await emitNotified(tx, due, position, { now, notices, next })
  return { step: position.step, round: position.round, dueAt, notified: notices.length }
}

/** A timer that was hastened stands for the next step, if there is one. */
function dueNow(due: DueRound, now: Date): NextRound & { isDue: boolean } {
  const { step, round, steps, last, dueAt } = due
  if (dueAt !== null || !last) return { step, round, dueAt, isDue: true }
  const next = nextRound(steps, last, last.doneAt, false) ?? { step, round, dueAt: null }
  return { ...next, isDue: next.dueAt === null || next.dueAt <= now }
}

/** Who is on call now, also if the round is late. */
async function findRecipients(
  tx: Pick<Tx, 'db'>,
  { steps }: DueRound,
  { step }: Position,
  now: Date,
): Promise<string[]> {
  const { contacts, onCall } = steps[step]!
  const participant = onCall === null ? undefined : await findOnCall(tx, onCall, now)
  return [...new Set([...contacts, ...(participant?.contacts.map(({ id }) => id) ?? [])])]
}

async function emitNotified(
  tx: Pick<Tx, 'db'>,
  { alertId, deviceId, deviceNumber, policyId, policyName }: DueRound,
  { step, round }: Position,
  { now, notices, next }: { now: Date; notices: Notice[]; next: NextRound | undefined },
): Promise<void> {
  const id = `${alertId}:escalation:${step}.${round}`
  await addToOutbox(tx, [
    {
      ...{ id, type: 'escalation.notified', at: now, deviceId, deviceNumber },
      data: {
        ...{ alertId, policyId, policyName, step, round },
        contacts: notices.map(({ contactId, contactName, channel }) => ({
          id: contactId,
          name: contactName,
          channel,
        })),
        nextAt: next ? (next.dueAt ?? now).toISOString() : null,
      },
    },
  ])
}
