// Reports caps that are nearly used or suppress messages, once per cap and period: as an event and an e-mail to those
// who manage the account; for the platform in the log and the metrics. The notices are written with the messages that
// cause them, so that none is lost if a process dies.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { platformOf } from './budget-lease.api.ts'
import type { AccountNotice } from './cap-notice.queries.ts'
import * as queries from './cap-notice.queries.ts'

const maxPerPoll = 100

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

/** Returns whether there may be more. */
export async function publishCapNotices(ctx: Needs): Promise<boolean> {
  const accounts = await queries.listAccountsWithNotices(ctx.db.directory, maxPerPoll)
  for (const { accountId } of accounts) await publishForAccount(ctx, accountId)
  for (const notice of await queries.takePlatformNotices(platformOf(ctx), ctx.now())) {
    metrics.capNotices.inc({ level: 'platform', kind: notice.kind, percent: notice.percent })
    ctx.log.warn(
      { ...notice },
      notice.percent === 100 ? 'platform cap reached' : 'platform cap nearly reached',
    )
  }
  return accounts.length === maxPerPoll
}

async function publishForAccount(ctx: Needs, accountId: number): Promise<void> {
  const reported = await inTransaction(ctx, accountId, async (tx) => {
    const notices = await queries.takeNotices(tx.db, ctx.now())
    await queries.dropNotices(tx.db)
    await addToOutbox(tx, notices.map(toEvent))
    const managers = notices.length > 0 ? await queries.listManagers(tx.db) : []
    for (const notice of notices) {
      for (const userId of managers) {
        await queueIdentityMail(ctx, tx.db, {
          accountId,
          userId,
          kind: 'spending-cap',
          values: toValues(ctx, notice),
        })
      }
    }
    return notices
  })
  for (const { kind, percent } of reported) metrics.capNotices.inc({ level: 'account', kind, percent })
}

function toEvent({ kind, period, startsOn, percent, cap, used, at, deviceNumber, deviceId }: AccountNotice) {
  const type = percent === 100 ? 'notification.cap_reached' : 'notification.cap_warned'
  return { id: newId('evt'), type, at, deviceNumber, deviceId, data: { kind, period, startsOn, cap, used } }
}

function toValues({ config }: Pick<Context, 'config'>, notice: AccountNotice): Record<string, string> {
  const { kind, period, percent, cap, used } = notice
  const shown = (value: number) =>
    kind === 'money' ? `${(value / 1e6).toFixed(2)} ${config.spending.currency}` : String(value)
  return {
    kind,
    period,
    percent: String(percent),
    cap: shown(cap),
    used: shown(used),
    url: new URL('/settings/spending', config.http.publicUrl).href,
  }
}
