// The status of an account: who changed it, why, and who is informed. What a status means is decided in
// platform/http/account-status.ts and platform/db/account-status.queries.ts.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, InvalidError } from '../../platform/http/errors.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { endSupport } from '../support/support.api.ts'
import * as queries from './status.queries.ts'
import type { AccountState, StatusChange, StatusCounts } from './status.types.ts'
import { endTrial } from './trial-end.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>
type NeedsTx = Pick<Tx, 'db' | 'config' | 'now'>

const maxReasonLength = 500

/**
 * Changes the status, whatever it was, and informs the owner. For the transaction of the action that causes it; the
 * caller has checked that the change makes sense. Returns the state before.
 */
export async function setStatus(
  ctx: NeedsTx,
  actor: Actor | Caller,
  change: StatusChange,
): Promise<AccountState> {
  const before = await lockState(ctx)
  await apply(ctx, actor, before, { ...change, ...enter(before, change.status) })
  return before
}

/** Undoing a closing gives back what the account had before. */
export async function undoClosing(ctx: NeedsTx, actor: Actor | Caller, author: string): Promise<void> {
  const state = await lockState(ctx)
  if (state.status !== 'closing') throw wrongStatus(state, 'Only a closing can be undone.')
  await apply(ctx, actor, state, { ...leave(state), reason: 'closing_undone', author })
}

/** For the operator: messages stop, except SOS for 14 days; locations stay stored. */
export function suspendAccount(ctx: Needs, accountId: number, why: Why): Promise<AccountStatus> {
  return asOperator(ctx, accountId, why, (state) => {
    if (state.status !== 'active') throw wrongStatus(state, 'Only an active account can be suspended.')
    return enter(state, 'suspended')
  })
}

/** For the operator: nobody has access, and nothing leaves. Locations stay stored. */
export function blockAccount(ctx: Needs, accountId: number, why: Why): Promise<AccountStatus> {
  return asOperator(ctx, accountId, why, (state) => {
    if (state.status === 'blocked') throw wrongStatus(state, 'It cannot be blocked again.')
    return enter(state, 'blocked')
  })
}

/**
 * For the operator. The end of a block returns to the status before it: suspended, or closing. A trial that is over is
 * over: the account stays open.
 */
export function reopenAccount(ctx: Needs, accountId: number, why: Why): Promise<AccountStatus> {
  return asOperator(ctx, accountId, why, (state) => {
    if (state.status === 'active') throw wrongStatus(state, 'There is nothing to reopen.')
    if (state.status === 'closing') throw wrongStatus(state, 'Undo the closing instead.')
    return state.status === 'blocked' ? leave(state) : enter(state, 'active')
  })
}

type Step = Pick<AccountState, 'status' | 'previousStatuses'>

/** A block and a closing cover the status before them. */
function enter({ status: before, previousStatuses }: Step, status: AccountStatus): Step {
  const isCover = status === 'blocked' || status === 'closing'
  return { status, previousStatuses: isCover ? [...previousStatuses, before] : [] }
}

function leave({ previousStatuses }: Step): Step {
  return { status: previousStatuses.at(-1) ?? 'active', previousStatuses: previousStatuses.slice(0, -1) }
}

export interface Why {
  reason: string
  author: string
}

async function asOperator(
  ctx: Needs,
  accountId: number,
  why: Why,
  choose: (state: AccountState) => Step,
): Promise<AccountStatus> {
  requireWhy(why)
  return inTransaction(ctx, accountId, async (tx) => {
    const state = await lockState(tx)
    const step = choose(state)
    const { status } = step
    const isTrialOver = state.trialEndsAt !== null && state.trialEndsAt <= tx.now()
    if (status === 'active' && isTrialOver) await endTrial(tx)
    await apply(tx, operator, state, { ...step, ...why })
    return status
  })
}

/** The tree changed the status of the account: its owner, its audit log and its events get to know of it, once. */
export async function noteNodeStatus(ctx: NeedsTx): Promise<void> {
  const state = await lockState(ctx)
  const row = await queries.findNodeStatus(ctx.db)
  if (!row || row.nodeStatus === row.notedNodeStatus) return
  await queries.markNodeStatusNoted(ctx.db, row.nodeStatus)
  const before = { ...state, status: worst(row.status, row.notedNodeStatus) }
  const status = worst(row.status, row.nodeStatus)
  if (status === before.status) return
  const reason = row.reason ?? 'provider_reopened'
  await publish(ctx, operator, before, { status, reason, author: 'provider' })
}

/** As `effective_status` of the schema. */
function worst(own: AccountStatus, node: AccountStatus): AccountStatus {
  const order: AccountStatus[] = ['blocked', 'closing', 'suspended', 'active']
  return order.find((status) => status === own || status === node)!
}

async function apply(
  ctx: NeedsTx,
  actor: Actor | Caller,
  before: AccountState,
  change: StatusChange & Step,
): Promise<void> {
  await queries.updateStatus(ctx.db, change, ctx.now())
  await publish(ctx, actor, before, change)
}

/** As an event, by e-mail to the owner, and in the audit log. */
async function publish(
  ctx: NeedsTx,
  actor: Actor | Caller,
  before: AccountState,
  { status, reason, author, eraseAt }: StatusChange,
): Promise<void> {
  const now = ctx.now()
  const data = { status, previousStatus: before.status, reason }
  const id = newId('evt')
  await addToOutbox(ctx, [
    { id, type: 'account.status_changed', at: now, deviceNumber: 0, deviceId: '', data },
  ])
  if (status !== 'active') await endSupport(ctx, actor, 'status')
  const erasure = eraseAt ? { eraseAt: eraseAt.toISOString() } : undefined
  await mailOwner(ctx, before, 'account-status', { status, reason, ...erasure })
  await recordChanges(ctx, actor, [
    {
      action: 'account.status_changed',
      target: before.publicId,
      before: { status: before.status },
      after: { status, reason, author },
    },
  ])
}

/** To the verified addresses of the owner, or to the one that the account was created with. */
export async function mailOwner(
  ctx: NeedsTx,
  { owner }: Pick<AccountState, 'owner'>,
  kind: 'account-status' | 'trial-ending' | 'erasure-soon' | 'host-failing',
  values: Record<string, string>,
): Promise<void> {
  const { accountId } = ctx.db
  const contact = ctx.config.accounts.operatorContact || (await queries.findFirstOperator(ctx.db)) || ''
  const url = ctx.config.http.publicUrl
  const mail = { accountId, userId: owner.id, kind, values: { ...values, contact, url } }
  const sent = await queueIdentityMail(ctx, ctx.db, mail)
  if (sent === 0) await queueIdentityMail(ctx, ctx.db, { ...mail, address: owner.email })
}

export async function lockState({ db }: Pick<Tx, 'db'>): Promise<AccountState> {
  const state = await queries.lockState(db)
  if (!state) throw new Error(`account ${db.accountId} has no row or no owner`)
  return state
}

/** Of this cell. */
export async function countAccounts({ db }: Pick<Context, 'db'>): Promise<StatusCounts> {
  const { total, others } = await queries.countStatuses(db.directory)
  const counts: StatusCounts = { active: total, suspended: 0, blocked: 0, closing: 0 }
  for (const { status, count } of others) {
    counts[status] = count
    counts.active -= count
  }
  return counts
}

/** The metric is read when it is scraped. */
export function startAccountMetrics(ctx: Pick<Context, 'db'>): { stop(): Promise<void> } {
  const stopWatching = onScrape(async () => {
    for (const [status, count] of Object.entries(await countAccounts(ctx)))
      metrics.accounts.set({ status }, count)
  })
  return {
    async stop() {
      stopWatching()
    },
  }
}

function requireWhy({ reason, author }: Why): void {
  const isText = (text: string, max: number) => text.trim().length > 0 && text.length <= max
  if (!isText(reason, maxReasonLength)) {
    throw new InvalidError('accounts.reason_missing', 'Say why, in 1 to 500 characters: the owner reads it.')
  }
  if (!isText(author, 100)) throw new InvalidError('accounts.author_missing', 'Say who changes the status.')
}

function wrongStatus({ name, status }: AccountState, remedy: string): ConflictError {
  return new ConflictError('accounts.wrong_status', `The account "${name}" is ${status}. ${remedy}`)
}
