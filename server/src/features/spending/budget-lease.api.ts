// Budget leases: blocks of the budget of the platform and of resellers that accounts spend from, so that messages of
// different accounts do not wait for each other.

import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { isDangling } from '../../platform/db/db.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './budget-lease.queries.ts'
import { getPlatformSpending } from './platform-cap.api.ts'
import { platformOf } from './platform-database.ts'
import type { BudgetLevel, BudgetRequest, MessageChannel } from './spending.types.ts'

/** Bounds what a busy account holds when the operator lowers a cap. */
const maxUnits = 100
const maxPerPoll = 200
/** From this share of a cap on, accounts return at once what they do not use: others may be waiting for it. */
const scarceShare = 0.85
const scarceIdleMs = 500
const dayMs = 86_400_000
/** In production nothing is sent by them before the operator has decided how much. */
export const costlyChannels = new Set<MessageChannel>(['sms', 'whatsapp', 'voice'])

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'cells'>

/** Takes a lease for the account. Returns who has nothing left for it; null if it was granted. */
export async function takeBudgetLease(
  ctx: Needs,
  db: AccountDb,
  wanted: BudgetRequest,
): Promise<BudgetLevel | null> {
  const owner = { id: randomUUID(), accountId: db.accountId, cell: ctx.cells?.own ?? 0 }
  const lease = await grant(ctx, owner, wanted)
  if (lease.units > 0) await queries.keepLease(db, lease)
  return lease.refusedBy
}

/**
 * Takes one message of the platform's budget that counts against no account. It is counted before it is sent:
 * a process that dies in between has spent it. Undefined if the platform has nothing left for it.
 */
export async function spendMessage(
  ctx: Needs,
  accountId: number,
  channel: MessageChannel,
  address: string,
): Promise<{ giveBack(): Promise<void> } | undefined> {
  const owner = { id: randomUUID(), accountId, cell: ctx.cells?.own ?? 0 }
  const price = priceOf(ctx, channel, address)
  const dayEndsAt = new Date(ctx.now().getTime() + dayMs)
  const wanted: BudgetRequest = { channel, isCritical: false, price, unitsLeft: 1, dayEndsAt }
  const { units, money } = await grant(ctx, owner, wanted)
  if (units === 0) return undefined
  await queries.confirmLeases(platformOf(ctx), [owner.id])
  return { giveBack: () => queries.takeBack(platformOf(ctx), owner.id, { units, money }) }
}

/** In millionths of the currency; for SMS the longest prefix of the telephone number decides. */
export function priceOf(
  { config }: Pick<Context, 'config'>,
  channel: MessageChannel,
  address: string,
): number {
  const { email, smsPrefixes, smsPrices, whatsapp, voice } = config.spending.prices
  if (channel !== 'sms') return { email, whatsapp, voice, push: 0, telegram: 0, chat: 0 }[channel]
  let [longest, price] = [-1, 0]
  for (const [index, prefix] of smsPrefixes.entries())
    if (address.startsWith(prefix) && prefix.length > longest)
      [longest, price] = [prefix.length, smsPrices[index] ?? 0]
  return price
}

async function grant(
  ctx: Needs,
  owner: queries.LeaseOwner,
  wanted: BudgetRequest,
): Promise<queries.NewLease> {
  const lease = await queries.grantLease(platformOf(ctx), owner, wanted, {
    maxUnits: Math.max(1, Math.min(maxUnits, wanted.unitsLeft ?? maxUnits)),
    requiresCap: ctx.config.mode === 'production' && costlyChannels.has(wanted.channel),
    now: ctx.now(),
  })
  metrics.budgetLeases.inc({
    channel: wanted.channel,
    outcome: lease.units > 0 ? 'granted' : 'refused',
  })
  return lease
}

/** Creates the rows in which the messages of a day and its month are counted. */
export function openCounters(ctx: Pick<Context, 'now'>, db: AccountDb, day: string): Promise<void> {
  return queries.openCounters(db, day, ctx.now())
}

/** Returns what accounts do not use. Runs in every notifier; all steps can be repeated. Whether there may be more. */
export async function returnBudgetLeases(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const unkeptBefore = new Date(now.getTime() - ctx.config.spending.leaseSeconds * 1_000)
  const scarceSince = new Date(now.getTime() - scarceIdleMs)
  const idleSince = (await isScarce(ctx)) ? scarceSince : unkeptBefore
  const scarceNodes = await queries.findScarceNodes(platformOf(ctx), scarceShare, now)
  // Leases in use are read only where some of them may have to be returned.
  const terms = { idleSince, scarceSince: scarceNodes.length > 0 ? scarceSince : idleSince, scarceNodes }
  const found = await queries.listReturnable(ctx.db.directory, { ...terms, now, limit: maxPerPoll })
  let returned = 0
  for (const { accountId, id } of found) {
    const db = ctx.db.forAccount(accountId)
    if (await unlessMoving(() => returnLease(ctx, db, id, { ...terms, now }))) returned += 1
  }
  const unconfirmed = await queries.listUnconfirmed(platformOf(ctx), {
    cell: ctx.cells?.own ?? 0,
    before: unkeptBefore,
    limit: maxPerPoll,
  })
  const checked: string[] = []
  for (const lease of unconfirmed) {
    if (await unlessMoving(() => abandonUnkept(ctx, lease))) checked.push(lease.id)
  }
  if (checked.length > 0) await queries.confirmLeases(platformOf(ctx), checked)
  return returned >= maxPerPoll || checked.length === maxPerPoll
}

async function isScarce(ctx: Needs): Promise<boolean> {
  const { caps } = await getPlatformSpending(ctx)
  return Object.values(caps).some(({ cap, used }) => cap !== null && used >= cap * scarceShare)
}

async function returnLease(
  ctx: Needs,
  db: AccountDb,
  id: string,
  since: queries.IdleTerms & { now: Date },
): Promise<void> {
  const returned = await queries.giveUpLease(db, id, since)
  if (!returned) return
  await queries.takeBack(platformOf(ctx), id, returned)
  await queries.markReported(db, id, returned)
}

async function abandonUnkept(ctx: Needs, lease: queries.GrantedLease): Promise<void> {
  try {
    await queries.abandonLease(ctx.db.forAccount(lease.accountId), lease)
  } catch (error) {
    // The account was deleted: nobody can spend it any more.
    if (!isDangling(error)) throw error
    await queries.takeBack(platformOf(ctx), lease.id, lease)
  }
}

/** An account that is being moved takes its leases along. */
async function unlessMoving(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isRefusedMoving(error)) return false
    throw error
  }
}
