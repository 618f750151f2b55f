// E-mails about API keys, to the user of the key.

import type { Tx } from '../../platform/context.ts'
import { oneLine } from '../../platform/mail/safe-text.ts'
import { queueIdentityMail } from './identity-mail.api.ts'

export async function mailAboutKey(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  kind: 'api-key-created' | 'api-key-changed' | 'api-key-expiring' | 'api-key-expired',
  { userId, name, at, change }: { userId: string; name: string; at: Date; change?: 'secret' | 'limits' },
): Promise<void> {
  await queueIdentityMail(ctx, ctx.db, {
    accountId: ctx.db.accountId,
    userId,
    kind,
    values: {
      // Mail programs turn "evil.example" into a link.
      key: oneLine(name.replace(/[/:@\\]+/g, ' ').replace(/\.(?=\S)/g, '. '), 60),
      at: at.toISOString(),
      ...(change && { change }),
      url: new URL('/settings/api-keys', ctx.config.http.publicUrl).href,
    },
  })
}
