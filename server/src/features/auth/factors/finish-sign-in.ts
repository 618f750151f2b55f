// The second step of a sign-in: the code of the app, a recovery code, or the enrolment of a first app.

import type { Context, Tx } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { FindProductName } from '../../../platform/product-name.ts'
import { isUserActive } from '../caller.api.ts'
import type { Tokens } from '../jwt.api.ts'
import { issueFor, openSession } from '../open-session.api.ts'
import { findPasswordHolder } from '../session.queries.ts'
import type { OpenedSession, SignedIn } from '../session.types.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import { codeWrong } from '../sign-in-errors.ts'
import { recordRefusal } from '../sign-in-log.api.ts'
import { judgeAttempt } from '../throttle.api.ts'
import { confirmPendingTotp, recordFactor, startTotp } from './enrolment.ts'
import { useEnrolmentLink } from './enrolment-link.ts'
import { deleteOtherSessions } from './factor.queries.ts'
import type { GivenFactor } from './factor.types.ts'
import { passwordAndCode } from './factor.types.ts'
import { notifyOfFactor } from './notices.ts'
import { getFactorStatus, hasSecondFactor, useSecondFactor } from './second-factor.api.ts'
import type { SignInStep } from './step.queries.ts'
import * as queries from './step.queries.ts'
import { maxTries, requireStep, stepEnded } from './steps.ts'

export interface SecondStep extends GivenFactor, SessionOrigin {
  enrolmentLink?: string
}

interface Finished {
  opened: OpenedSession
  /** Of an enrolment: shown once. */
  recoveryCodes?: string[]
  /** After a recovery code was used. */
  recoveryCodesLeft?: number
}

export async function finishSignIn(
  ctx: Context,
  tokens: Tokens,
  cookie: string | undefined,
  given: SecondStep,
): Promise<SignedIn & Omit<Finished, 'opened'>> {
  const step = await requireStep(ctx, cookie, given)
  const attempt = { userName: step.userName, address: given.address }
  // The try is counted in the transaction that judges it, so a wrong code must not roll back.
  const finished = await judgeAttempt(ctx, attempt, () =>
    inTransaction(ctx, step.accountId, async (tx) => {
      if (!(await queries.takeTry(tx.db, step.id, maxTries, ctx.now()))) throw stepEnded()
      const holder = await findPasswordHolder(tx.db, step.userId)
      if (!holder || !isUserActive(holder, ctx.now()) || holder.isSsoOnly) return undefined
      return step.kind === 'enrolment' ? enrol(tx, step, given) : check(tx, step, given)
    }),
  )
  if (!finished) {
    const { address, agent } = given
    recordRefusal(ctx, { ...attempt, address, agent, method: 'password', reason: 'secondFactor' })
    throw codeWrong()
  }
  const { opened, ...more } = finished
  return { ...(await issueFor(ctx, tokens, step, opened)), ...more }
}

/** The secret of a new app, for a user who must have one before anything else. */
export async function startEnrolment(
  ctx: Context,
  cookie: string | undefined,
  origin: SessionOrigin,
  findProductName: FindProductName,
) {
  const step = await requireStep(ctx, cookie, origin)
  if (step.kind !== 'enrolment') throw stepEnded()
  const issuer = await findProductName(step.accountId)
  return inTransaction(ctx, step.accountId, async (tx) => {
    // Another sign-in was faster: a new secret would wait for any token of the user to confirm it.
    if (hasSecondFactor(await getFactorStatus(tx.db, step.userId))) throw stepEnded()
    return startTotp(tx, step, issuer)
  })
}

async function check(ctx: Tx, step: SignInStep, given: SecondStep): Promise<Finished | undefined> {
  const method = await useSecondFactor(ctx, step.userId, given)
  if (!method) return undefined
  const opened = await open(ctx, step, given)
  if (method === 'totp') return { opened }
  const { recoveryCodesLeft } = await getFactorStatus(ctx.db, step.userId)
  await notifyOfFactor(ctx, step.userId, 'recovery-code-used', { left: String(recoveryCodesLeft) })
  await recordFactor(ctx, actorOf(step, opened), step.userId, 'users.recovery_code_used')
  return { opened, recoveryCodesLeft }
}

async function enrol(ctx: Tx, step: SignInStep, given: SecondStep): Promise<Finished | undefined> {
  const status = await getFactorStatus(ctx.db, step.userId)
  // Another sign-in was faster: its factor is the one to show.
  if (hasSecondFactor(status)) throw stepEnded()
  const confirmed = await confirmPendingTotp(ctx, step.userId, given.code ?? '')
  if (!confirmed) return undefined
  if (status.isReset) await useEnrolmentLink(ctx, step.userId, given.enrolmentLink)
  const opened = await open(ctx, step, given)
  await deleteOtherSessions(ctx.db, step.userId, opened.id)
  await recordFactor(ctx, actorOf(step, opened), step.userId, 'users.totp_added')
  return { opened, recoveryCodes: confirmed.recoveryCodes }
}

async function open(
  ctx: Tx,
  step: SignInStep,
  { address, agent, host }: SessionOrigin,
): Promise<OpenedSession> {
  await queries.markStepUsed(ctx.db, step.id, ctx.now())
  return openSession(ctx, step.userId, { address, agent, host, method: 'password', amr: passwordAndCode })
}

function actorOf({ userId }: SignInStep, { id: clientId }: OpenedSession) {
  return { userId, clientId, requestId: null }
}
