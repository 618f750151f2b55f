// Too many wrong passwords in a row end sign-in with that password until it is replaced (NIST SP 800-63B-4, 3.2.2).
// Failures are counted for every name, existing or not, with the same statement.

import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { queueIdentityMail } from './identity-mail.api.ts'
import { lockPassword } from './session.queries.ts'
import { countWrongPassword } from './throttle.api.ts'

const maxInRow = 100
const notifyAt = 20

export async function noteWrongPassword(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  userName: string,
  { accountId, userId }: { accountId: number; userId: string },
): Promise<void> {
  const failures = await countWrongPassword(ctx, userName)
  // Every hundredth: after a reset the count goes on until the first success.
  const isLocked = failures % maxInRow === 0
  if (!userId || !(isLocked || failures % maxInRow === notifyAt)) return
  await inTransaction(ctx, accountId, async (tx) => {
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
