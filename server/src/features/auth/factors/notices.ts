// E-mails about changed factors, to every verified address of the user. Queued in the transaction of the change.

import type { Tx } from '../../../platform/context.ts'
import { oneLine } from '../../../platform/mail/safe-text.ts'
import { queueIdentityMail } from '../identity-mail.api.ts'
import type { IdentityMailKind } from '../identity-mail.types.ts'

const maxNameLength = 60

/** Names are chosen by users: `user` and `name` are cut to one short line. */
export function notifyOfFactor(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  kind: IdentityMailKind,
  values: Record<string, string> = {},
): Promise<number> {
  const names = Object.entries(values).filter(([key]) => key === 'user' || key === 'name')
  const safe = Object.fromEntries(names.map(([key, name]) => [key, oneLine(name, maxNameLength)]))
  const at = ctx.now().toISOString()
  return queueIdentityMail(ctx, ctx.db, {
    accountId: ctx.db.accountId,
    userId,
    kind,
    values: { at, ...values, ...safe },
  })
}
