// Spending caps of an account: the operator allows, the account may set lower ones.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { requireProofOfSession } from '../auth/recent-sign-in.api.ts'
import type { StoredCaps } from './cap.queries.ts'
import * as queries from './cap.queries.ts'
import { allowedOf, narrowest, noCaps, toCap, useOf, withinTerms } from './cap.ts'
import type { CapName, Caps, CapUse } from './spending.types.ts'
import { capNames, forEachCap } from './spending.types.ts'

export interface AccountCapUse extends CapUse {
  /** Set by the account; null for none. */
  ownCap: number | null
  /** Set by the operator; null for no limit. */
  maxCap: number | null
}
export type AccountSpending = Record<CapName, AccountCapUse>
export type CapChanges = Partial<Record<CapName, number | null>>

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

export async function getSpending(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  caller: Caller,
): Promise<AccountSpending> {
  requireManager(caller)
  return describeSpending({ ...ctx, db: ctx.db.forAccount(caller.accountId) })
}

/** Null removes the account's own cap. */
export async function changeOwnCaps(ctx: Tx, caller: Caller, changes: CapChanges): Promise<AccountSpending> {
  requireManager(caller)
  requireProofOfSession(ctx, caller)
  await queries.lockCaps(ctx.db, ctx.now())
  const { max, own } = (await queries.findCaps(ctx.db))!
  const allowed = withinTerms(
    allowedOf(max, ctx.config.spending.defaults),
    await queries.findTermCaps(ctx.db),
  )
  for (const name of capNames) {
    const [wanted, most] = [changes[name] ?? null, allowed[name]]
    if (wanted === null || most === null || wanted <= most) continue
    throw new ConflictError(
      'spendingCaps.too_high',
      `Your provider allows at most ${most} for ${name}, not ${wanted}.`,
    )
  }
  const after = { ...own, ...changes }
  await queries.setOwnCaps(ctx.db, after, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'spendingCaps.changed', target: caller.account, before: own, after },
  ])
  return describeSpending(ctx)
}

/** For the operator: what the account may spend. Null removes the limit, `default` restores that of the installation. */
export async function changeAllowedCaps(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { accountId, publicId }: { accountId: number; publicId: string },
  changes: Partial<Record<CapName, number | null | 'default'>>,
): Promise<AccountSpending> {
  return inTransaction(ctx, accountId, async (tx) => {
    await queries.lockCaps(tx.db, ctx.now())
    const { max } = (await queries.findCaps(tx.db))!
    const after = forEachCap((name) => toStored(changes[name], max[name]))
    await queries.setMaxCaps(tx.db, after, Object.keys(changes), ctx.now())
    const shown = (caps: StoredCaps): Caps => allowedOf(caps, ctx.config.spending.defaults)
    await recordChanges(tx, operator, [
      { action: 'spendingCaps.allowed', target: publicId, before: shown(max), after: shown(after) },
    ])
    return describeSpending(tx)
  })
}

/** For the operator. */
export function describeAccountSpending(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  accountId: number,
): Promise<AccountSpending> {
  return describeSpending({ ...ctx, db: ctx.db.forAccount(accountId) })
}

/** Whether the account may send SMS at all: a cap of zero allows none, also none that do not count against it. */
export async function maySendSms(ctx: Needs, price: number): Promise<boolean> {
  const { smsPerDay, smsPerMonth, moneyPerDay, moneyPerMonth } = await describeSpending(ctx)
  const caps = [smsPerDay, smsPerMonth, ...(price > 0 ? [moneyPerDay, moneyPerMonth] : [])]
  return caps.every(({ cap }) => cap !== 0)
}

async function describeSpending({ db, config, now }: Needs): Promise<AccountSpending> {
  const { max, own } = (await queries.findCaps(db)) ?? { max: noCaps, own: noCaps }
  const spent = await queries.listSpent(db, now())
  const allowed = withinTerms(allowedOf(max, config.spending.defaults), await queries.findTermCaps(db))
  return forEachCap((name) => {
    const [ownCap, maxCap] = [toCap(own[name]), allowed[name]]
    return { ownCap, maxCap, ...useOf(name, narrowest(ownCap, maxCap), spent) }
  })
}

export function toStored(
  change: number | null | 'default' | undefined,
  before: number | null,
): number | null {
  if (change === undefined) return before
  if (change === 'default') return null
  return change ?? queries.unlimited
}

function requireManager({ role }: Caller): void {
  if (role !== 'standard') return
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator may see and change spending caps.',
  )
}
