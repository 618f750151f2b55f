// E-mails to the user of an API key before it expires: 14 and 3 days ahead, and when it has.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { mailAboutKey } from './key-mail.ts'
import * as queries from './key-notices.queries.ts'

const dayMs = 86_400_000
const daysAhead = [14, 3, 0]
const pollEveryMs = 30_000
const maxPerPoll = 200

/** Call when the end of a key is set or changed. */
export async function planKeyNotice(
  ctx: Pick<Tx, 'db' | 'now'>,
  keyId: string,
  expiresAt: Date | null,
): Promise<void> {
  await queries.setNotice(ctx.db, keyId, nextNotice(expiresAt, ctx.now()))
}

function nextNotice(expiresAt: Date | null, now: Date): Date | null {
  if (expiresAt === null) return null
  const times = daysAhead.map((days) => expiresAt.getTime() - days * dayMs)
  const next = times.find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** Sends what is due, once. Any number of processes may run it at the same time. */
export async function sendKeyNotices(ctx: Pick<Context, 'db' | 'config' | 'now' | 'log'>): Promise<number> {
  const due = await queries.listDueNotices(ctx.db.directory, ctx.now(), maxPerPoll)
  let sent = 0
  for (const { accountId, keyId } of due) {
    try {
      await inTransaction(ctx, accountId, (tx) => sendKeyNotice(tx, keyId))
      sent += 1
    } catch (error) {
      // It stays due: the account may be moving. Those of other accounts do not wait for it.
      ctx.log.warn({ err: error, accountId, keyId }, 'sending a notice of an API key failed')
    }
  }
  return sent
}

async function sendKeyNotice(ctx: Pick<Tx, 'db' | 'config' | 'now'>, keyId: string): Promise<void> {
  const key = await queries.takeDueNotice(ctx.db, keyId, ctx.now())
  if (!key?.expiresAt) return
  const { name, userId, expiresAt } = key
  const kind = expiresAt <= ctx.now() ? 'api-key-expired' : 'api-key-expiring'
  await mailAboutKey(ctx, kind, { userId, name, at: expiresAt })
  await planKeyNotice(ctx, keyId, expiresAt)
}

/** Runs in the notifier. */
export function startKeyNotices(ctx: Pick<Context, 'db' | 'config' | 'now' | 'log'>): Poller {
  return startPoller(ctx, { what: 'API keys that expire', everyMs: pollEveryMs }, async () => {
    return (await sendKeyNotices(ctx)) === maxPerPoll
  })
}
