// Contacts acknowledge an alert from the message about it: by its link, or on a channel that carries answers. The first
// acknowledgement counts; later ones show whose it was.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { accountOfToken, hashOfToken } from './acknowledge-link.ts'
import type { LinkedAlert } from './acknowledgement.queries.ts'
import * as queries from './acknowledgement.queries.ts'
import { findAccountId } from './contact.queries.ts'
import type { AlertFacts, Channel, Language } from './notification.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

export interface Acknowledgement {
  alert: AlertFacts
  channel: Channel
  language: Language
  contactName: string
  /** Null if nobody has acknowledged it yet. */
  acknowledgedAt: Date | null
  /** The name of the contact or user who was first. */
  acknowledgedBy: string | null
}

export interface OpenedLink extends Acknowledgement {
  expiresAt: Date
}

/** Reads only. Throws if the link is unknown or expired, the alert is over, or the contact is gone. */
export async function openAcknowledgeLink(ctx: Needs, token: string): Promise<OpenedLink> {
  const { found } = await getLinked(ctx, token)
  return { ...shown(found), expiresAt: found.expiresAt }
}

/** By the token of a link, which messages of all channels carry. May be repeated. */
export async function acknowledgeByLink(ctx: Needs, token: string, requestId: string): Promise<OpenedLink> {
  const { accountId, found } = await getLinked(ctx, token)
  await acknowledge(ctx, accountId, found, requestId)
  return openAcknowledgeLink(ctx, token)
}

/** For an answer on a channel that knows the notification. Undefined if the alert is over or the contact is gone. */
export async function acknowledgeNotification(
  ctx: Needs,
  { accountId, number }: { accountId: number; number: number },
  requestId: string | null,
): Promise<Acknowledgement | undefined> {
  const db = ctx.db.forAccount(accountId)
  const found = await queries.findNotifiedAlert(db, number)
  if (!found) return undefined
  await acknowledge(ctx, accountId, found, requestId)
  const after = await queries.findNotifiedAlert(db, number)
  return after && shown(after)
}

async function acknowledge(
  ctx: Needs,
  accountId: number,
  linked: LinkedAlert,
  requestId: string | null,
): Promise<void> {
  await inTransaction(ctx, accountId, async (tx) => {
    const now = tx.now()
    if (!(await queries.acknowledge(tx.db, linked, now))) return
    const { alertId, contactId, contactName, channel, contactUserId } = linked
    metrics.acknowledged.inc({ channel })
    await recordChanges(tx, { userId: contactUserId, clientId: null, requestId }, [
      {
        action: 'alerts.acknowledged_by_contact',
        target: alertId,
        before: { acknowledgedAt: null },
        after: { acknowledgedAt: now, contact: { id: contactId, name: contactName, channel } },
      },
    ])
  })
}

async function getLinked(ctx: Needs, token: string) {
  const accountId = await findAccountId(ctx.db.directory, accountOfToken(token))
  const found =
    accountId === undefined
      ? undefined
      : await queries.findLinkedAlert(ctx.db.forAccount(accountId), hashOfToken(token), ctx.now())
  // Unknown, expired, and of an alert that is over: indistinguishable.
  if (!found || accountId === undefined) {
    throw new NotFoundError(
      'alerts.link_invalid',
      'This link is not valid. It may have expired, or the alert is over.',
    )
  }
  return { accountId, found }
}

function shown(linked: LinkedAlert): Acknowledgement {
  const { channel, language, contactName, acknowledgedAt, acknowledgedBy } = linked
  return { alert: linked, channel, language, contactName, acknowledgedAt, acknowledgedBy }
}
