// Recovery of a lost second factor, started by the operator. Time and witnesses stand in for a proof: for 72 hours the
// user and everybody who manages the account are notified three times, and each of them can stop it.

import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { isSigned, sign } from '../../../platform/crypto/seal.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Poller } from '../../../platform/jobs/poller.ts'
import { startPoller } from '../../../platform/jobs/poller.ts'
import { operator, recordChanges } from '../../audit/audit.api.ts'
import { findAccountNumber } from '../auth.api.ts'
import { urlOfLink } from '../one-time-link.api.ts'
import { notifyOfFactor } from './notices.ts'
import type { FactorRecovery } from './recovery.queries.ts'
import * as queries from './recovery.queries.ts'
import { resetSecondFactor } from './reset.api.ts'
import { getFactorStatus, hasSecondFactor } from './second-factor.api.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

const noticeEveryMs = 24 * 3_600_000
/** At once, after 24 h and after 48 h. */
const noticeCount = 3
const delayMs = noticeCount * noticeEveryMs
const maxWitnesses = 200
const pollEveryMs = 30_000
const maxPerPoll = 100
const purpose = 'stop recovery'

export interface StartedRecovery {
  dueAt: Date
  /** E-mail addresses that were notified. */
  notified: number
}

/** For the operator. Without a witness nobody could stop it, so that is refused unless it is wanted. */
export async function startRecovery(
  ctx: Needs,
  userId: string,
  { isUnannounced = false }: { isUnannounced?: boolean } = {},
): Promise<StartedRecovery> {
  const status = await getFactorStatus(ctx.db, userId)
  if (!hasSecondFactor(status)) {
    throw new ConflictError('secondFactor.none', 'The user has no second factor. Reset the password instead.')
  }
  const id = newId('rcv')
  const startedAt = ctx.now()
  const dueAt = new Date(startedAt.getTime() + delayMs)
  if (!(await queries.insertRecovery(ctx.db, { id, userId, startedAt, dueAt }))) {
    throw new ConflictError('recover.running', 'A recovery of this user is running already.')
  }
  const queued = await notify(ctx, (await queries.lockRecovery(ctx.db, id))!)
  const notified = ctx.config.notifications.smtpUrl ? queued : 0
  if (notified === 0 && !isUnannounced) {
    throw new ConflictError(
      'recover.unannounced',
      'No e-mail can be sent to the user or an administrator: no mail server is configured, or no address is verified. Make sure who asks, then repeat with --unannounced.',
    )
  }
  const after = { dueAt: dueAt.toISOString() }
  await recordChanges(ctx, operator, [
    { action: 'users.recovery_started', target: userId, before: null, after },
  ])
  return { dueAt, notified }
}

/** For the operator: a new link for a user whose second factor was reset and who lost the link. Undefined if it was not. */
export async function renewEnrolment(
  ctx: Needs,
  user: { account: string; userId: string },
): Promise<{ url: string; isSent: boolean } | undefined> {
  const { isReset } = await getFactorStatus(ctx.db, user.userId)
  return isReset ? resetSecondFactor(ctx, user, operator) : undefined
}

/** For the operator. */
export async function stopRecoveryOf(ctx: Needs, userId: string): Promise<void> {
  const id = await queries.findRunning(ctx.db, userId)
  const recovery = id && (await queries.lockRecovery(ctx.db, id))
  if (!recovery) throw notRunning()
  await stop(ctx, recovery, null)
}

/** With the link of an e-mail. */
export async function stopRecovery(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  secret: string,
): Promise<void> {
  const parsed = parseStopSecret(ctx, secret)
  const accountId = parsed && (await findAccountNumber(ctx, parsed.account))
  if (!parsed || accountId === undefined) throw notRunning()
  await inTransaction(ctx, accountId, async (tx) => {
    const recovery = await queries.lockRecovery(tx.db, parsed.id)
    if (!recovery) throw notRunning()
    await stop(tx, recovery, parsed.userId)
  })
}

async function stop(ctx: Needs, { id, userId }: FactorRecovery, stoppedBy: string | null): Promise<void> {
  await queries.markStopped(ctx.db, id, stoppedBy, ctx.now())
  const actor = { userId: stoppedBy, clientId: null, requestId: null }
  await recordChanges(ctx, actor, [
    { action: 'users.recovery_stopped', target: userId, before: null, after: null },
  ])
}

/** Any number of processes may run it. */
export function startRecoveryPoller(ctx: Pick<Context, 'db' | 'config' | 'now' | 'log'>): Poller {
  const poll = async () => (await sweepRecoveries(ctx)) === maxPerPoll
  return startPoller(ctx, { what: 'factor recoveries', everyMs: pollEveryMs }, poll)
}

export async function sweepRecoveries(ctx: Pick<Context, 'db' | 'config' | 'now' | 'log'>): Promise<number> {
  const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
  let advanced = 0
  for (const { accountId, id } of due) {
    try {
      await inTransaction(ctx, accountId, (tx) => advance(tx, id))
      advanced += 1
    } catch (error) {
      // It stays due: the account may be moving. Those of other accounts do not wait for it.
      ctx.log.warn({ err: error, accountId, id }, 'advancing a recovery failed')
    }
  }
  return advanced
}

async function advance(ctx: Needs, id: string): Promise<void> {
  const recovery = await queries.lockRecovery(ctx.db, id)
  if (!recovery) return queries.deleteTimer(ctx.db, id)
  if (nextAt(recovery) > ctx.now()) return
  if (recovery.notices < noticeCount) {
    await notify(ctx, recovery)
    return
  }
  await queries.markFinished(ctx.db, id, ctx.now())
  const status = await getFactorStatus(ctx.db, recovery.userId)
  // The user found the factor again and removed it.
  if (hasSecondFactor(status)) await resetSecondFactor(ctx, recovery, operator)
}

async function notify(ctx: Needs, recovery: FactorRecovery): Promise<number> {
  const { id, account, userName, dueAt, notices } = recovery
  let notified = 0
  for (const { id: witness } of await queries.listWitnesses(ctx.db, recovery.userId, maxWitnesses)) {
    const url = urlOfLink(ctx, 'stop-recovery', stopSecretOf(ctx, { account, id, userId: witness }))
    const values = { url, user: userName, due: dueAt.toISOString() }
    notified += await notifyOfFactor(ctx, witness, 'recovery-started', values)
  }
  await queries.setNotices(ctx.db, id, notices + 1, nextAt({ ...recovery, notices: notices + 1 }))
  return notified
}

function nextAt({ startedAt, notices }: Pick<FactorRecovery, 'startedAt' | 'notices'>): Date {
  return new Date(startedAt.getTime() + notices * noticeEveryMs)
}

interface StopSecret {
  account: string
  id: string
  userId: string
}

/** Signed instead of stored, so that the links of all three e-mails work. */
function stopSecretOf({ config }: Pick<Context, 'config'>, named: StopSecret): string {
  const text = `${named.account}.${named.id}.${named.userId}`
  return `${text}.${sign(config.access, purpose, text).toString('base64url')}`
}

function parseStopSecret({ config }: Pick<Context, 'config'>, secret: string): StopSecret | undefined {
  const [account = '', id = '', userId = '', signature = ''] = secret.split('.')
  const text = `${account}.${id}.${userId}`
  const isOurs = isSigned(config.access, purpose, text, Buffer.from(signature, 'base64url'))
  return isOurs ? { account, id, userId } : undefined
}

function notRunning(): NotFoundError {
  return new NotFoundError(
    'recovery.not_running',
    'There is nothing to stop: the recovery was stopped or has ended, or the link is not valid.',
  )
}
