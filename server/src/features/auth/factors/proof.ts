// Step-up: proves again who is at the keyboard, for the same session.

import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { Tokens } from '../jwt.api.ts'
import type { IssuedToken } from '../jwt.types.ts'
import { getSessionOf, issueProof } from '../open-session.ts'
import { isPasswordOf } from '../password.api.ts'
import { findPasswordHolder } from '../session.queries.ts'
import { codeWrong, passwordWrong, secondFactorMissing } from '../sign-in-errors.ts'
import { judgeAttempt } from '../throttle.api.ts'
import { passwordAndCode, passwordOnly } from './factor.types.ts'
import { getFactorStatus, hasSecondFactor, useSecondFactor } from './second-factor.api.ts'

/** A recovery code is no proof: one sign-in spends at most one of them. */
export async function proveWithPassword(
  ctx: Context,
  tokens: Tokens,
  cookie: string | undefined,
  { password, code, address }: { password: string; code?: string; address: string },
): Promise<IssuedToken> {
  const session = await getSessionOf(ctx, cookie)
  const db = ctx.db.forAccount(session.accountId)
  const status = await getFactorStatus(db, session.userId)
  const needsCode = hasSecondFactor(status)
  if (needsCode && code === undefined) throw secondFactorMissing()
  const attempt = { userName: status.userName, address }
  const proven = await judgeAttempt(ctx, attempt, async (isKnown) => {
    const holder = await findPasswordHolder(db, session.userId)
    const isRight = await isPasswordOf(password, holder?.passwordHash, { key: networkOf(address), isKnown })
    if (!isRight) return undefined
    if (!needsCode) return passwordOnly
    const used = await inTransaction(ctx, session.accountId, (tx) =>
      useSecondFactor(tx, session.userId, { code: code ?? '' }),
    )
    return used && passwordAndCode
  })
  if (proven) return issueProof(ctx, tokens, session, proven)
  throw needsCode ? codeWrong() : passwordWrong()
}
