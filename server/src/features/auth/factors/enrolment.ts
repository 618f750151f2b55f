// Adds, replaces and removes the authenticator app and the recovery codes of a user.

import type { Context, Tx } from '../../../platform/context.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import type { Actor } from '../../audit/audit.types.ts'
import { requireRecentProof } from '../recent-sign-in.api.ts'
import * as queries from './factor.queries.ts'
import type { FactorStatus } from './factor.types.ts'
import { notifyOfFactor } from './notices.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import {
  getFactorStatus,
  hasAppOrPasskey,
  isSecondFactorRequired,
  sealTotpSecret,
  unsealTotpSecret,
} from './second-factor.api.ts'
import { findStep, newTotpSecret, totpUri } from './totp-code.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

/** A secret that was shown and not confirmed is forgotten after this. */
const pendingForMs = 15 * 60_000

export interface FactorView extends FactorStatus {
  isRequired: boolean
}

export async function getOwnFactors(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { accountId, userId }: Caller,
): Promise<FactorView> {
  const status = await getFactorStatus(ctx.db.forAccount(accountId), userId)
  return { ...status, isRequired: isSecondFactorRequired(ctx, status) }
}

/** A confirmed app stays valid until the new one is confirmed. Apps show the issuer beside the code. */
export async function startTotp(
  ctx: Needs,
  { userId, userName }: { userId: string; userName: string },
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  await queries.keepPendingTotp(ctx.db, userId, sealTotpSecret(ctx, userId, secret), ctx.now())
  return { secret, uri: totpUri(secret, { issuer, userName }) }
}

/** Undefined for a wrong code. Otherwise new recovery codes, if the user has none. */
export async function confirmPendingTotp(
  ctx: Needs,
  userId: string,
  code: string,
): Promise<{ recoveryCodes: string[] } | undefined> {
  const found = await queries.findPendingTotp(ctx.db, userId)
  const isExpired = found && ctx.now().getTime() - found.pendingAt.getTime() > pendingForMs
  if (!found || isExpired) {
    throw new ConflictError('totp.not_started', 'There is no new authenticator app to confirm. Start again.')
  }
  const step = findStep(unsealTotpSecret(ctx, userId, found.pending), code, ctx.now())
  if (step === undefined) return undefined
  await queries.confirmTotp(ctx.db, userId, step, ctx.now())
  const recoveryCodes = await ensureRecoveryCodes(ctx, userId)
  await notifyOfFactor(ctx, userId, 'factor-added', { factor: 'totp' })
  return { recoveryCodes }
}

export async function startOwnTotp(
  ctx: Tx,
  caller: Caller,
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  requireRecentProof(ctx, caller)
  return startTotp(ctx, caller, issuer)
}

export async function confirmOwnTotp(ctx: Tx, caller: Caller, code: string): Promise<string[]> {
  const { userId } = caller
  const confirmed = await confirmPendingTotp(ctx, userId, code)
  if (!confirmed) {
    throw new InvalidError(
      'totp.code_wrong',
      'The code is not valid. Check the time of your phone, and try again.',
    )
  }
  await queries.deleteOtherSessions(ctx.db, userId, caller.clientId)
  await recordFactor(ctx, caller, userId, 'users.totp_added')
  return confirmed.recoveryCodes
}

export async function removeOwnTotp(ctx: Tx, caller: Caller): Promise<void> {
  requireRecentProof(ctx, caller)
  const { userId } = caller
  await queries.lockFactors(ctx.db, userId)
  const status = await getFactorStatus(ctx.db, userId)
  if (!status.totpConfirmedAt) {
    throw new NotFoundError('totp.not_found', 'You have no authenticator app.')
  }
  requireStaysAllowed(ctx, { ...status, totpConfirmedAt: null })
  await queries.deleteTotp(ctx.db, userId)
  await afterRemoval(ctx, { ...status, totpConfirmedAt: null }, caller)
  await notifyOfFactor(ctx, userId, 'factor-removed', { factor: 'totp' })
  await recordFactor(ctx, caller, userId, 'users.totp_removed')
}

export async function renewOwnRecoveryCodes(ctx: Tx, caller: Caller): Promise<string[]> {
  requireRecentProof(ctx, caller)
  const { userId } = caller
  if (!hasAppOrPasskey(await getFactorStatus(ctx.db, userId))) {
    throw new ConflictError('recoveryCodes.no_factor', 'Add an authenticator app or a passkey first.')
  }
  const codes = await replaceRecoveryCodes(ctx, userId)
  await recordFactor(ctx, caller, userId, 'users.recovery_codes_replaced')
  return codes
}

/** Empty if the user still has codes: those stay valid and are not shown again. */
export async function ensureRecoveryCodes(ctx: Needs, userId: string): Promise<string[]> {
  const { recoveryCodesLeft } = await getFactorStatus(ctx.db, userId)
  return recoveryCodesLeft > 0 ? [] : replaceRecoveryCodes(ctx, userId)
}

async function replaceRecoveryCodes(ctx: Needs, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await queries.replaceRecoveryCodes(ctx.db, userId, codes.map(hashRecoveryCode), ctx.now())
  return codes
}

/** `after` is the status without the factor to be removed. */
export function requireStaysAllowed(ctx: Pick<Tx, 'config' | 'now'>, after: FactorStatus): void {
  if (hasAppOrPasskey(after) || !isSecondFactorRequired(ctx, after)) return
  throw new ConflictError(
    'secondFactor.required',
    'Your account requires a second factor. Add another one before you remove the last.',
  )
}

/** Recovery codes stand for a factor: without one they end. Other sessions of the user end too. */
export async function afterRemoval(ctx: Needs, after: FactorStatus, caller: Caller): Promise<void> {
  if (!hasAppOrPasskey(after)) await queries.deleteRecoveryCodes(ctx.db, caller.userId)
  await queries.deleteOtherSessions(ctx.db, caller.userId, caller.clientId)
}

export async function recordFactor(
  ctx: Needs,
  actor: Actor | Caller,
  userId: string,
  action: string,
  after: object | null = null,
): Promise<void> {
  await recordChanges(ctx, actor, [{ action, target: userId, before: null, after }])
}
