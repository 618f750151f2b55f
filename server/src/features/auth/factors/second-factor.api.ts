// Whether a user has or needs a second factor, and whether a given one is right.

import type { Context, Tx } from '../../../platform/context.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import * as queries from './factor.queries.ts'
import type { FactorStatus, GivenFactor, SecondFactorPolicy } from './factor.types.ts'
import { secondFactorPolicies } from './factor.types.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findStep } from './totp-code.ts'

const dayMs = 86_400_000

export async function getFactorStatus(db: AccountDb, userId: string): Promise<FactorStatus> {
  const status = await queries.findFactorStatus(db, userId)
  if (!status) throw new Error(`the user ${userId} has no row`)
  return status
}

export function hasAppOrPasskey({ totpConfirmedAt, passkeyCount }: FactorStatus): boolean {
  return totpConfirmedAt !== null || passkeyCount > 0
}

/** Recovery codes alone are left after a copied passkey was removed: the password alone must not be enough then. */
export function hasSecondFactor(status: FactorStatus): boolean {
  return hasAppOrPasskey(status) || status.recoveryCodesLeft > 0
}

/** The stricter one of the account's policy and the installation's. */
export function policyOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { policy, accountCreatedAt }: Pick<FactorStatus, 'policy' | 'accountCreatedAt'>,
): SecondFactorPolicy {
  const { secondFactor, secondFactorGraceDays } = config.access
  const isGraceOver = now().getTime() - accountCreatedAt.getTime() >= secondFactorGraceDays * dayMs
  const ofAccount = policy ?? (isGraceOver ? 'administrators' : 'off')
  const strictness = (one: SecondFactorPolicy) => secondFactorPolicies.indexOf(one)
  return strictness(secondFactor) > strictness(ofAccount) ? secondFactor : ofAccount
}

export function isSecondFactorRequired(
  ctx: Pick<Context, 'config' | 'now'>,
  status: Pick<FactorStatus, 'policy' | 'accountCreatedAt' | 'role' | 'isBreakGlass'>,
): boolean {
  if (status.isBreakGlass) return true
  const policy = policyOf(ctx, status)
  return policy === 'all' || (policy === 'administrators' && status.role !== 'standard')
}

/** Spends the code, so that it is accepted once. Undefined for a wrong or used one. */
export async function useSecondFactor(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  { code = '', recoveryCode }: GivenFactor,
): Promise<'totp' | 'recoveryCode' | undefined> {
  if (recoveryCode !== undefined) {
    const isRight = await queries.useRecoveryCode(ctx.db, userId, hashRecoveryCode(recoveryCode), ctx.now())
    return isRight ? 'recoveryCode' : undefined
  }
  const sealed = await queries.lockTotpSecret(ctx.db, userId)
  if (!sealed) return undefined
  const step = findStep(unsealTotpSecret(ctx, userId, sealed), code, ctx.now())
  return step !== undefined && (await queries.useTotpStep(ctx.db, userId, step)) ? 'totp' : undefined
}

const purpose = 'totp secret'

/** Bound to the user: a copied row does not work for another. */
export function sealTotpSecret({ config }: Pick<Context, 'config'>, userId: string, secret: string): Buffer {
  return seal(config.access, purpose, secret, userId)
}

export function unsealTotpSecret(
  { config }: Pick<Context, 'config'>,
  userId: string,
  sealed: Buffer,
): string {
  return unseal(config.access, purpose, sealed, userId)
}
