// Support sessions, as the account has them: asked for, approved, ended. What staff wants of them is in the reseller tree;
// what is in force is decided here, in one transaction with the audit log and the event.

import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import type { Actor } from '../audit/audit.types.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { addToOutbox } from '../events/outbox.api.ts'
import { createApprovalLink } from './approval-link.api.ts'
import * as queries from './support.queries.ts'
import type {
  EndReason,
  SupportAccess,
  SupportMode,
  SupportRequest,
  SupportSession,
  SupportState,
} from './support.types.ts'

type NeedsTx = Pick<Tx, 'db' | 'config' | 'now'>

const answerWithinMs = 24 * 3_600_000
const maxMailed = 20

/** What the reseller tree shows of it. */
export type SettledSession = Pick<SupportSession, 'state' | 'access' | 'expiresAt' | 'endedAt' | 'endReason'>

/**
 * Brings a session of the account up to date with what the visitor wants and with the time. Repeatable. Undefined if the
 * account is not here.
 */
export async function settleSession(
  ctx: NeedsTx & Pick<Tx, 'cells'>,
  request: SupportRequest & { isWithdrawn: boolean },
): Promise<SettledSession | undefined> {
  const consent = await queries.lockConsent(ctx.db)
  if (!consent) return undefined
  const session = await queries.lockSession(ctx.db, request.id)
  if (!session) await begin(ctx, request, consent)
  else if (isOpen(session)) {
    const reason = endReasonOf(ctx, session, request.isWithdrawn, consent.status === 'active')
    if (reason) await end(ctx, session, { actor: actorOf(session, reason), reason })
  }
  return queries.lockSession(ctx.db, request.id)
}

async function begin(
  ctx: NeedsTx & Pick<Tx, 'cells'>,
  request: SupportRequest & { isWithdrawn: boolean },
  { mode, status, account }: queries.Consent,
): Promise<void> {
  const now = ctx.now()
  const refusal = status !== 'active' ? 'status' : mode === 'never' ? 'mode' : undefined
  const withdrawn = request.isWithdrawn ? 'visitor' : undefined
  const endReason: EndReason | null = withdrawn ?? refusal ?? null
  const state: SupportState = endReason ? 'refused' : mode === 'open' ? 'active' : 'requested'
  const lastsMs = state === 'active' ? request.minutes * 60_000 : answerWithinMs
  const expiresAt = new Date(now.getTime() + lastsMs)
  // Consent in advance is for reading; who wants to write asks.
  const access: SupportAccess = state === 'active' ? 'read' : request.access
  const begun = { state, expiresAt, cell: ctx.cells?.own ?? null, endReason }
  await queries.insertSession(ctx.db, { ...request, access }, begun, now)
  metrics.supportSessions.inc({ state })
  if (state !== 'refused') await inform(ctx, { ...request, account }, { state, access, expiresAt })
  const action = actionOf(state)
  const { visitor, reason, minutes } = request
  const after = { visitor: visitor.name, organization: visitor.organization, reason, access, minutes }
  await recordChanges(ctx, { userId: visitor.id, clientId: request.id, requestId: null }, [
    { action, target: request.id, before: null, after: endReason ? { ...after, endReason } : after },
  ])
}

const actionOf = (state: SupportState) => `support.${state === 'active' ? 'started' : state}`

/** As an event, and by e-mail to the people who may end it. */
async function inform(
  ctx: NeedsTx,
  { id, account, visitor, reason }: Pick<SupportRequest, 'id' | 'visitor' | 'reason'> & { account: string },
  { state, access, expiresAt }: { state: SupportState; access: SupportAccess; expiresAt: Date },
): Promise<void> {
  await publish(ctx, { id, visitorName: visitor.name, organization: visitor.organization, reason }, state, {
    access,
    expiresAt,
  })
  const values = {
    ...{ state, access, reason, visitor: visitor.name, organization: visitor.organization },
    expiresAt: expiresAt.toISOString(),
    url: new URL('/settings/support', ctx.config.http.publicUrl).href,
  }
  const { accountId } = ctx.db
  const administrators = await queries.listAdministrators(ctx.db, maxMailed)
  const mailOf = (userId: string) => ({ accountId, userId, kind: 'support-session' as const, values })
  const requestTo = async (userId: string) => {
    const url = await createApprovalLink(ctx, { account, userId, supportSessionId: id })
    return { ...mailOf(userId), kind: 'support-request' as const, values: { ...values, url } }
  }
  let sent = 0
  for (const { id: userId } of administrators) {
    const mail = state === 'requested' ? await requestTo(userId) : mailOf(userId)
    sent += await queueIdentityMail(ctx, ctx.db, mail)
  }
  // Nobody has a verified address: to the one that the account was created with.
  const [owner] = administrators
  if (sent === 0 && owner) await queueIdentityMail(ctx, ctx.db, { ...mailOf(owner.id), address: owner.email })
}

type Published = Pick<SupportSession, 'id' | 'visitorName' | 'organization' | 'reason'>

async function publish(
  ctx: NeedsTx,
  { id: supportSessionId, visitorName, organization, reason }: Published,
  state: SupportState,
  {
    access,
    expiresAt,
    endReason = null,
  }: { access: SupportAccess; expiresAt: Date; endReason?: EndReason | null },
): Promise<void> {
  const what = state === 'requested' ? 'requested' : state === 'active' ? 'started' : 'ended'
  const data = {
    ...{ supportSessionId, visitorName, organization, reason, access, endReason },
    expiresAt: expiresAt.toISOString(),
  }
  const id = newId('evt')
  const ofAccount = { deviceNumber: 0, deviceId: '' }
  await addToOutbox(ctx, [{ id, type: `account.support_${what}`, at: ctx.now(), ...ofAccount, data }])
}

function isOpen({ state }: Pick<SupportSession, 'state'>): boolean {
  return state === 'requested' || state === 'active'
}

function endReasonOf(
  ctx: Pick<Tx, 'now' | 'cells'>,
  { state, expiresAt, cell }: SupportSession,
  isWithdrawn: boolean,
  isAccountActive: boolean,
): EndReason | undefined {
  if (isWithdrawn) return 'visitor'
  if (!isAccountActive) return 'status'
  if (expiresAt <= ctx.now()) return state === 'active' ? 'expired' : 'unanswered'
  return state === 'active' && cell !== (ctx.cells?.own ?? null) ? 'moved' : undefined
}

function actorOf({ id, visitorId }: SupportSession, reason: EndReason): Actor {
  return reason === 'visitor' ? { userId: visitorId, clientId: id, requestId: null } : operator
}

/** What was read goes into the audit log, where nobody can change it. */
async function end(
  ctx: NeedsTx,
  session: SupportSession,
  { actor, reason, isRefused = false }: { actor: Actor | Caller; reason: EndReason; isRefused?: boolean },
): Promise<void> {
  const state: SupportState = isRefused ? 'refused' : 'ended'
  const userId = reason === 'customer' ? actor.userId : null
  await queries.closeSession(ctx.db, session.number, { state, endReason: reason, userId }, ctx.now())
  metrics.supportSessions.inc({ state })
  const { access, expiresAt } = session
  await publish(ctx, session, state, { access, expiresAt, endReason: reason })
  const reads = await queries.listReads(ctx.db, session.id)
  const after = { state, endReason: reason, reads }
  await recordChanges(ctx, actor, [
    { action: actionOf(state), target: session.id, before: { state: session.state }, after },
  ])
}

/** A session of the past, for the demo: nobody is asked, and no e-mail is sent. */
export async function recordPastSession(
  ctx: NeedsTx & Pick<Tx, 'cells'>,
  request: SupportRequest,
  routes: readonly string[],
): Promise<void> {
  const now = ctx.now()
  const endedAt = new Date(now.getTime() + request.minutes * 60_000)
  const begun = {
    state: 'active',
    expiresAt: endedAt,
    cell: ctx.cells?.own ?? null,
    endReason: null,
  } as const
  await queries.insertSession(ctx.db, request, begun, now)
  for (const route of routes) await queries.recordRead(ctx.db, request.id, route, now)
  const session = await queries.lockSession(ctx.db, request.id)
  if (session) await end({ ...ctx, now: () => endedAt }, session, { actor: operator, reason: 'expired' })
}

/** For the action that makes support impossible. */
export async function endSupport(ctx: NeedsTx, actor: Actor | Caller, reason: EndReason): Promise<void> {
  for (const { id } of await queries.listOpen(ctx.db)) {
    const session = await queries.lockSession(ctx.db, id)
    if (session && isOpen(session)) await end(ctx, session, { actor, reason })
  }
}

/** The customer lets the visitor in, for as long as was asked from now on. */
export async function approveSession(
  ctx: NeedsTx & Pick<Tx, 'cells'>,
  caller: Actor | Caller,
  { id, access, action = 'support.approved' }: { id: string; access: SupportAccess; action?: string },
): Promise<void> {
  await queries.lockConsent(ctx.db)
  const session = await requireSession(ctx, id)
  if (session.state !== 'requested' || session.expiresAt <= ctx.now())
    throw new ConflictError('support.not_requested', 'This request was answered already, or is too old.')
  if (access === 'write' && session.access === 'read')
    throw new InvalidError('support.write_not_requested', 'Only reading was requested.')
  const expiresAt = new Date(ctx.now().getTime() + session.minutes * 60_000)
  const started = { access, expiresAt, cell: ctx.cells?.own ?? null, userId: caller.userId }
  await queries.startSession(ctx.db, session.number, started, ctx.now())
  metrics.supportSessions.inc({ state: 'active' })
  await publish(ctx, session, 'active', { access, expiresAt })
  await recordChanges(ctx, caller, [
    {
      action,
      target: id,
      before: { state: session.state },
      after: { state: 'active', access, minutes: session.minutes, visitor: session.visitorName },
    },
  ])
}

/** The customer refuses a request, or ends a session. Repeatable. */
export async function endSession(ctx: NeedsTx, caller: Actor | Caller, id: string): Promise<void> {
  const session = await requireSession(ctx, id)
  if (!isOpen(session)) return
  const isRefused = session.state === 'requested'
  await end(ctx, session, { actor: caller, reason: 'customer', isRefused })
}

async function requireSession({ db }: Pick<Tx, 'db'>, id: string): Promise<SupportSession> {
  return (await queries.lockSession(db, id)) ?? missing(id)
}

/** Also ends what is not allowed any more. */
export async function changeMode(ctx: NeedsTx, caller: Caller, mode: SupportMode): Promise<void> {
  const before = await queries.lockConsent(ctx.db)
  if (!before || before.mode === mode) return
  await queries.setMode(ctx.db, mode, ctx.now())
  if (mode === 'never') await endSupport(ctx, caller, 'mode')
  await recordChanges(ctx, caller, [
    {
      action: 'account.support_changed',
      target: caller.account,
      before: { mode: before.mode },
      after: { mode },
    },
  ])
}

type Reads = Pick<Context, 'db'>

/** The ids of those users who still are administrators of an active account. */
export async function listActiveAdministrators(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: number,
  userIds: string[],
): Promise<string[]> {
  const found = await queries.listActiveAdministrators(db.forAccount(accountId), userIds, now())
  return found.map(({ id }) => id)
}

export function getMode({ db }: Reads, { accountId }: Caller): Promise<SupportMode> {
  return queries.findMode(db.forAccount(accountId))
}

export function listSessions({ db }: Reads, { accountId }: Caller, isOpenOnly: boolean) {
  return (cursor: PageCursor) => queries.listSessions(db.forAccount(accountId), isOpenOnly, cursor)
}

export async function getSession({ db }: Reads, { accountId }: Caller, id: string) {
  const ofAccount = db.forAccount(accountId)
  const session = (await queries.findSession(ofAccount, id)) ?? missing(id)
  const reads = (await queries.listReads(ofAccount, id)).map(({ firstAt, lastAt, ...read }) => ({
    ...read,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
  return { session, reads }
}

/** Who sees and decides who is let in. */
export function requireAdministrator({ role }: Pick<Caller, 'role'>): void {
  if (role !== 'standard') return
  throw new ForbiddenError(
    'account.not_allowed',
    'Only the account holder or an administrator may manage support sessions, and no API key with limits.',
  )
}

function missing(id: string): never {
  throw new NotFoundError('support.not_found', `The support session "${id}" does not exist.`)
}
