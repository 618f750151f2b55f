// Step-up: proves again who is at the keyboard, for the same session.

import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { Tokens } from '../jwt.api.ts'
import type { IssuedToken } from '../jwt.types.ts'
import { getSessionOf, issueProof } from '../open-session.api.ts'
import { isPasswordOf } from '../password.api.ts'
import { isPasswordUsable, noteWrongPassword } from '../password-lock.ts'
import { findPasswordHolder, takeSsoProof } from '../session.queries.ts'
import type { RefusalReason, SessionOrigin } from '../sign-in.types.ts'
import { codeWrong, notProven, passwordWrong, secondFactorMissing } from '../sign-in-errors.ts'
import { recordRefusal } from '../sign-in-log.api.ts'
import { forgetWrongPasswords, judgeAttempt } from '../throttle.api.ts'
import { passwordAndCode, passwordOnly } from './factor.types.ts'
import { getFactorStatus, hasSecondFactor, useSecondFactor } from './second-factor.api.ts'

/** Between the return from the provider and the call of the page. */
const ssoProofWithinMs = 2 * 60_000

/** A recovery code is no proof: one sign-in spends at most one of them. */
export async function proveWithPassword(
  ctx: Context,
  tokens: Tokens,
  cookie: string | undefined,
  { password, code, address, agent, host }: SessionOrigin & { password: string; code?: string },
): Promise<IssuedToken> {
  const session = await getSessionOf(ctx, cookie, { host })
  const db = ctx.db.forAccount(session.accountId)
  const status = await getFactorStatus(db, session.userId)
  const { userName } = status
  const needsCode = hasSecondFactor(status)
  if (needsCode && code === undefined) throw secondFactorMissing()
  let reason: RefusalReason = 'credentials'
  const proven = await judgeAttempt(ctx, { userName, address }, async (isKnown) => {
    const holder = await findPasswordHolder(db, session.userId)
    const isRight = await isPasswordOf(password, holder?.passwordHash, { key: networkOf(address), isKnown })
    if (!isRight || !holder || !isPasswordUsable(holder, ctx.now())) return undefined
    if (!needsCode) return passwordOnly
    reason = 'secondFactor'
    const used = await inTransaction(ctx, session.accountId, (tx) =>
      useSecondFactor(tx, session.userId, { code: code ?? '' }),
    )
    return used && passwordAndCode
  })
  if (proven) {
    await forgetWrongPasswords(ctx, userName)
    return issueProof(ctx, tokens, session, proven)
  }
  // Counts like a failed sign-in: with a stolen cookie the password could be guessed here.
  if (reason === 'credentials') await noteWrongPassword(ctx, userName, session)
  recordRefusal(ctx, { userName, method: 'password', reason, address, agent })
  throw needsCode ? codeWrong() : passwordWrong()
}

/** The user has just authenticated again at the provider of the account, which marked the session. */
export async function proveWithSso(
  ctx: Context,
  tokens: Tokens,
  cookie: string | undefined,
  { host }: SessionOrigin,
): Promise<IssuedToken> {
  const session = await getSessionOf(ctx, cookie, { host })
  const since = new Date(ctx.now().getTime() - ssoProofWithinMs)
  if (!(await takeSsoProof(ctx.db.forAccount(session.accountId), session.id, since))) throw notProven()
  return issueProof(ctx, tokens, session, ['sso'])
}
