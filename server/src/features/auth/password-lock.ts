// Too many wrong passwords in a row end sign-in with that password until it is replaced (NIST SP 800-63B-4, 3.2.2).
// Failures are counted for every name, existing or not, with the same statement.

import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { queueIdentityMail } from './identity-mail.api.ts'
import type { PasswordHolder } from './session.queries.ts'
import { lockPassword } from './session.queries.ts'
import { countWrongPassword } from './throttle.api.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

const maxInRow = 100
const notifyAt = 20

/** Counts it. What follows from the count runs after the answer, whose time must not depend on whether the name exists. */
export async function noteWrongPassword(
  ctx: Needs,
  userName: string,
  user: { accountId: number; userId: string },
): Promise<void> {
  const failures = await countWrongPassword(ctx, userName)
  // Every hundredth: after a reset the count goes on until the first success.
  const isLocked = failures % maxInRow === 0
  if (!user.userId || !(isLocked || failures % maxInRow === notifyAt)) return
  inBackground(ctx, lockOrNotify(ctx, user, { failures, isLocked }))
}

function lockOrNotify(
  ctx: Needs,
  { accountId, userId }: { accountId: number; userId: string },
  { failures, isLocked }: { failures: number; isLocked: boolean },
): Promise<void> {
  return inTransaction(ctx, accountId, async (tx) => {
    if (isLocked && !(await lockPassword(tx.db, userId, ctx.now()))) return
    const values = {
      count: String(failures),
      locked: isLocked ? 'yes' : 'no',
      url: `${ctx.config.http.publicUrl}/forgot`,
    }
    await queueIdentityMail(ctx, tx.db, { accountId, userId, kind: 'failed-sign-ins', values })
    if (!isLocked) return
    await recordChanges(tx, operator, [
      { action: 'users.password_locked', target: userId, before: null, after: null },
    ])
  })
}

/** Whether the password may still be used: neither locked nor a temporary one that has expired, nor replaced by single sign-on. */
export function isPasswordUsable(
  { temporaryPasswordUntil, passwordLockedAt, isSsoOnly }: PasswordHolder,
  now: Date,
): boolean {
  const isExpired = temporaryPasswordUntil !== null && temporaryPasswordUntil <= now
  return !isExpired && passwordLockedAt === null && !isSsoOnly
}
