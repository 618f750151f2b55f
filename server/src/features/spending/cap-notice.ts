// Reports caps that are nearly used, suppress ordinary alerts or suppress all, once per cap and period: as an event and
// an e-mail to those who manage the account; for the platform in the log, the metrics and an e-mail to the operators; for a
// reseller as an e-mail to those who manage it. The notices of accounts and of the platform are written with the messages
// that cause them, so that none is lost if a process dies.

import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import type { AccountNotice, CapNotice } from './cap-notice.queries.ts'
import * as queries from './cap-notice.queries.ts'
import { platformOf } from './platform-database.ts'
import type { CapKind } from './spending.types.ts'

const maxPerPoll = 100
const leaseMs = 60_000
const types: Record<number, string> = {
  80: 'account.cap_warned',
  90: 'account.cap_reached',
  100: 'account.cap_exhausted',
}
const logTexts: Record<number, string> = {
  80: 'platform cap nearly reached',
  90: 'platform cap reached: only critical alerts are sent',
  100: 'platform cap used up: no alerts are sent',
}

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

/** Returns whether there may be more. */
export async function publishCapNotices(ctx: Needs): Promise<boolean> {
  await publishForPlatform(ctx)
  await publishForResellers(ctx)
  const accounts = await queries.listAccountsWithNotices(ctx.db.directory, maxPerPoll)
  let failed = 0
  for (const { accountId } of accounts) {
    try {
      await publishForAccount(ctx, accountId)
    } catch (error) {
      // One account, for example one that is being moved, does not stop the others.
      failed += 1
      ctx.log.warn({ err: error, accountId }, 'publishing cap notices failed')
    }
  }
  return accounts.length === maxPerPoll && failed === 0
}

async function publishForPlatform(ctx: Needs): Promise<void> {
  const platform = platformOf(ctx)
  const leasedUntil = new Date(ctx.now().getTime() + leaseMs)
  for (const notice of await queries.leasePlatformNotices(platform, ctx.now(), leasedUntil)) {
    const { kind, percent } = notice
    ctx.log[percent === 100 ? 'error' : 'warn']({ ...notice }, logTexts[percent] ?? 'platform cap')
    for (const address of await queries.listOperatorAddresses(ctx.db.directory))
      await queueIdentityMail(ctx, ctx.db.forAccount(0), {
        accountId: 0,
        address,
        kind: 'platform-cap',
        values: toValues(ctx, notice),
      })
    await queries.markPublished(platform, notice, ctx.now())
    metrics.capNotices.inc({ level: 'platform', kind, percent })
  }
}

/** A process that dies before it has noted the e-mail as sent causes another one. */
async function publishForResellers(ctx: Needs): Promise<void> {
  const tree = platformOf(ctx)
  const now = ctx.now()
  await queries.noteResellerCaps(tree, now)
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const leased = await queries.leaseResellerNotices(tree, ctx.cells?.own, {
    now,
    leasedUntil,
    limit: maxPerPoll,
  })
  for (const notice of leased) {
    const { accountId, resellerName, kind, percent } = notice
    try {
      await inTransaction(ctx, accountId, async (tx) => {
        const used = shown(ctx, kind, notice.used)
        const values = { ...toValues(ctx, notice), used, reseller: resellerName }
        for (const userId of await queries.listManagers(tx.db))
          await queueIdentityMail(ctx, tx.db, { accountId, userId, kind: 'reseller-cap', values })
      })
      await queries.markResellerPublished(tree, notice, ctx.now())
      metrics.capNotices.inc({ level: 'reseller', kind, percent })
    } catch (error) {
      // The lease ends, and another process tries again.
      ctx.log.warn({ err: error, accountId }, 'publishing the cap notice of a reseller failed')
    }
  }
}

async function publishForAccount(ctx: Needs, accountId: number): Promise<void> {
  const reported = await inTransaction(ctx, accountId, async (tx) => {
    const notices = await queries.takeNotices(tx.db, ctx.now())
    await addToOutbox(tx, notices.map(toEvent))
    const managers = notices.length > 0 ? await queries.listManagers(tx.db) : []
    const url = new URL('/settings/spending', ctx.config.http.publicUrl).href
    for (const notice of notices) {
      const values = { ...toValues(ctx, notice), used: shown(ctx, notice.kind, notice.used), url }
      for (const userId of managers)
        await queueIdentityMail(ctx, tx.db, { accountId, userId, kind: 'spending-cap', values })
    }
    return notices
  })
  for (const { kind, percent } of reported) metrics.capNotices.inc({ level: 'account', kind, percent })
}

function toEvent({ kind, period, startsOn, percent, cap, used, at }: AccountNotice) {
  const type = types[percent] ?? 'account.cap_warned'
  const data = { kind, period, startsOn, cap, used }
  return { id: newId('evt'), type, at, deviceNumber: 0, deviceId: '', data }
}

function toValues(ctx: Pick<Context, 'config'>, { kind, period, percent, cap }: CapNotice) {
  return { kind, period, percent: String(percent), cap: shown(ctx, kind, cap) }
}

function shown({ config }: Pick<Context, 'config'>, kind: CapKind, value: number): string {
  return kind === 'money' ? `${(value / 1e6).toFixed(2)} ${config.spending.currency}` : String(value)
}
