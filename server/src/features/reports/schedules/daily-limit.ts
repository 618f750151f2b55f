// The daily limit of e-mails with reports: the operator sets the most, the account a lower one.

import type { Context, Tx } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, ForbiddenError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import * as queries from './report-email.queries.ts'

const usualLimit = 100

export interface DailyLimit {
  dailyReportEmailLimit: number
  maxDailyReportEmailLimit: number
  used: number
}

export function dailyLimitOf({ reports }: Pick<Context['config'], 'reports'>) {
  return { defaultLimit: usualLimit, maxLimit: reports.maxDailyEmails }
}

export function getDailyLimit(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  caller: Caller,
): Promise<DailyLimit> {
  requireManager(caller)
  return describe({ ...ctx, db: ctx.db.forAccount(caller.accountId) })
}

/** Null restores the default. */
export async function changeDailyLimit(ctx: Tx, caller: Caller, limit: number | null): Promise<DailyLimit> {
  requireManager(caller)
  const { maxLimit } = dailyLimitOf(ctx.config)
  if (limit !== null && limit > maxLimit) {
    throw new ConflictError(
      'reportEmails.limit_too_high',
      `Your provider allows at most ${maxLimit} e-mails with reports a day, not ${limit}.`,
    )
  }
  const before = await describe(ctx)
  if (limit === null) await queries.clearLimit(ctx.db)
  else await queries.setLimit(ctx.db, limit, ctx.now())
  const after = await describe(ctx)
  await recordChanges(ctx, caller, [
    {
      action: 'reportEmails.limit_changed',
      target: caller.account,
      before: { dailyReportEmailLimit: before.dailyReportEmailLimit },
      after: { dailyReportEmailLimit: after.dailyReportEmailLimit },
    },
  ])
  return after
}

async function describe(ctx: Pick<Context, 'config' | 'now'> & { db: AccountDb }): Promise<DailyLimit> {
  const { defaultLimit, maxLimit } = dailyLimitOf(ctx.config)
  const { ownLimit, used } = await queries.findLimit(ctx.db, ctx.now())
  const dailyReportEmailLimit = Math.min(ownLimit ?? defaultLimit, maxLimit)
  return { dailyReportEmailLimit, maxDailyReportEmailLimit: maxLimit, used }
}

function requireManager({ role }: Caller): void {
  if (role !== 'standard') return
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator may see and change the daily limit of e-mails with reports.',
  )
}
