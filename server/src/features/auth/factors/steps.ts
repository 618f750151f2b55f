// Between the password and the second factor there is a step, and no session: a random secret in a cookie of its own.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { newId, randomText } from '../../../platform/crypto/ids.ts'
import { ForbiddenError, UnauthenticatedError } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { findAccountNumber } from '../auth.api.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import type { FactorStatus, PendingSignIn, SecondFactorMethod } from './factor.types.ts'
import { hasSecondFactor, isSecondFactorRequired } from './second-factor.api.ts'
import type { SignInStep, StepKind } from './step.queries.ts'
import * as queries from './step.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

export const maxTries = 5
const validForMs = 5 * 60_000
/** Installing an app takes longer than typing a code. */
const enrolmentForMs = 15 * 60_000
const cookieShape = /^(acc_[0-9A-Za-z]{22})\.(stp_[0-9A-Za-z]{22})\.([0-9A-Za-z]{43})$/

interface User {
  account: string
  accountId: number
  userId: string
}

/** What follows a right password. Undefined: nothing, the user is signed in. */
export function nextStepOf(
  ctx: Pick<Context, 'config' | 'now'>,
  status: FactorStatus,
): PendingSignIn['next'] | undefined {
  if (hasSecondFactor(status)) return 'secondFactor'
  return status.isReset || isSecondFactorRequired(ctx, status) ? 'enrolment' : undefined
}

/** Call it for a right password only. */
export async function startStep(
  ctx: Needs,
  user: User,
  status: FactorStatus,
  { next, address, host }: { next: PendingSignIn['next']; address: string; host: string | null },
): Promise<PendingSignIn> {
  const id = newId('stp')
  const secret = randomText(43)
  const kind: StepKind = next === 'secondFactor' ? 'second' : 'enrolment'
  const validMs = kind === 'second' ? validForMs : enrolmentForMs
  const expiresAt = new Date(ctx.now().getTime() + validMs)
  await queries.insertStep(
    ctx.db.forAccount(user.accountId),
    {
      id,
      userId: user.userId,
      kind,
      secretHash: hashOf(secret),
      network: networkOf(address),
      host,
      expiresAt,
    },
    ctx.now(),
  )
  const cookie = `${user.account}.${id}.${secret}`
  return { next, methods: methodsOf(status), cookie, cookieExpires: expiresAt }
}

function methodsOf({ totpConfirmedAt, passkeyCount, recoveryCodesLeft }: FactorStatus): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = []
  if (totpConfirmedAt) methods.push('totp')
  if (passkeyCount > 0) methods.push('passkey')
  if (recoveryCodesLeft > 0) methods.push('recoveryCode')
  return methods
}

/** The step of the cookie. Refuses an unknown, used or expired one, and one of another network or host. */
export async function requireStep(
  ctx: Needs,
  cookie: string | undefined,
  { address, host }: Pick<SessionOrigin, 'address' | 'host'>,
): Promise<SignInStep & User> {
  const [, account = '', id = '', secret = ''] = cookieShape.exec(cookie ?? '') ?? []
  const accountId = account ? await findAccountNumber(ctx, account) : undefined
  if (accountId === undefined) throw stepEnded()
  const step = await queries.findStep(ctx.db.forAccount(accountId), id)
  const isSame = step && timingSafeEqual(step.secretHash, hashOf(secret))
  if (!isSame || step.network !== networkOf(address) || step.host !== host) throw stepEnded()
  if (step.usedAt || step.expiresAt <= ctx.now() || step.tries >= maxTries) throw stepEnded()
  return { ...step, account, accountId }
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function stepEnded(): UnauthenticatedError {
  return new UnauthenticatedError(
    'session.step_ended',
    'This sign-in has expired or had too many wrong codes. Start again with your password.',
  )
}

export function linkMissing(): ForbiddenError {
  return new ForbiddenError(
    'session.enrolment_link_required',
    'Your second factor was reset. Open the link in the e-mail that was sent to you, and sign in there.',
  )
}
