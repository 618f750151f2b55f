// The escalation of an alert: who was notified when, with which outcome, and who is next.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mayReadAddresses } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { findOnCall } from './on-call/schedule.api.ts'
import * as queries from './status.queries.ts'

export async function getEscalation(ctx: Pick<Context, 'db' | 'now'>, caller: Caller, alertId: string) {
  const db = ctx.db.forAccount(caller.accountId)
  const viewer = { scope: caller.scope, showsAddress: mayReadAddresses(caller) }
  const found = await queries.findEscalation(db, viewer, alertId)
  if (!found) {
    throw new NotFoundError(
      'alerts.not_found',
      `The alert "${alertId}" does not exist, or is not yours to see.`,
    )
  }
  const { escalation } = found
  if (!escalation) return null
  const { steps, next, startedAt, endedAt, ...rest } = escalation
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    next: next && {
      ...next,
      dueAt: next.dueAt ?? ctx.now().toISOString(),
      names: await findNames({ db }, steps[next.step], new Date(next.dueAt ?? ctx.now())),
    },
  }
}

/** As it is planned: who is on call when the step is due may change until then. */
async function findNames(
  ctx: { db: ReturnType<Context['db']['forAccount']> },
  step: { contacts: string[]; onCall: string | null } | undefined,
  at: Date,
): Promise<string[]> {
  if (!step) return []
  const contacts = await queries.findContactNames(ctx.db, step.contacts)
  const participant = step.onCall === null ? undefined : await findOnCall(ctx, step.onCall, at)
  return [...contacts.map(({ name }) => name), ...(participant ? [participant.name] : [])]
}
