// E-mails about changed factors, to every verified address of the user. Queued in the transaction of the change.

import type { Tx } from '../../../platform/context.ts'
import { queueIdentityMail } from '../identity-mail.api.ts'
import type { IdentityMailKind } from '../identity-mail.types.ts'

export function notifyOfFactor(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  kind: IdentityMailKind,
  values: Record<string, string> = {},
): Promise<number> {
  const at = ctx.now().toISOString()
  return queueIdentityMail(ctx, ctx.db, {
    accountId: ctx.db.accountId,
    userId,
    kind,
    values: { at, ...values },
  })
}
