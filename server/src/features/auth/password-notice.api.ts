// Notifies a user that the password was changed, at every verified address.

import type { Context, Tx } from '../../platform/context.ts'
import { queueIdentityMail } from './identity-mail.api.ts'

export async function notifyOfPassword(
  ctx: Pick<Context, 'config' | 'now'>,
  { db }: Pick<Tx, 'db'>,
  userId: string,
): Promise<void> {
  const values = { at: ctx.now().toISOString(), url: `${ctx.config.http.publicUrl}/forgot` }
  await queueIdentityMail(ctx, db, { accountId: db.accountId, userId, kind: 'password-changed', values })
}
