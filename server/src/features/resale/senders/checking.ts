// Asks DNS again for the records of senders, and notifies the staff of changes. Runs in the notifier; every step can
// be repeated.

import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { isRefusedMoving } from '../../../platform/http/errors.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import { operator, recordChanges } from '../../audit/audit.api.ts'
import { addToOutbox } from '../../events/outbox.api.ts'
import { treeOf } from '../tree-database.ts'
import type { DnsLookup } from './dns-records.ts'
import { resultOf } from './email-sender.ts'
import * as queries from './sender.queries.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>

const maxChecks = 20
/** Longer than DNS may take. */
const leaseMs = 120_000
const maxNotes = 100

/** Returns whether there may be more. */
export async function checkDueSenders(ctx: Needs, dns: DnsLookup): Promise<boolean> {
  const tree = treeOf(ctx)
  const now = ctx.now()
  const until = new Date(now.getTime() + leaseMs)
  const due = await queries.takeDueChecks(tree, { now, until, limit: maxChecks })
  await Promise.all(
    due.map(async (sender) => {
      const finding = await dns.check(sender)
      const result = resultOf(finding, sender, ctx.now())
      if (await queries.reportCheck(tree, sender, result))
        ctx.log.info({ domain: sender.domain, state: result.state, fault: result.fault }, 'sender of e-mails')
    }),
  )
  return due.length === maxChecks
}

/** In the audit log and the events of the staff account. */
export async function noteSenders(ctx: Needs): Promise<void> {
  const tree = treeOf(ctx)
  for (const sender of await queries.listUnnoted(tree, ctx.cells?.own, maxNotes)) {
    try {
      await inTransaction(ctx, sender.staffAccount, (tx) => note(tx, sender))
      await queries.markNoted(tree, sender.node, sender.state)
    } catch (error) {
      if (!isRefusedMoving(error)) ctx.log.warn({ err: error }, 'the state of a sender was not noted')
    }
  }
}

async function note(tx: Pick<Tx, 'db' | 'config' | 'now'>, sender: queries.UnnotedSender): Promise<void> {
  const { address, state, notedState, fault, staffAccountId } = sender
  await recordChanges(tx, operator, [
    {
      action: `resale.email_sender_${state}`,
      target: staffAccountId,
      before: { state: notedState },
      after: { address, state, fault },
    },
  ])
  const type = `account.email_sender_${state}`
  const data = { address, fault }
  await addToOutbox(tx, [{ id: newId('evt'), type, at: tx.now(), deviceNumber: 0, deviceId: '', data }])
}

export async function showSenders(ctx: Pick<Context, 'db' | 'cells'>): Promise<void> {
  metrics.emailSenders.reset()
  for (const { state, count } of await queries.countEmailSenders(treeOf(ctx)))
    metrics.emailSenders.set({ state }, count)
}
