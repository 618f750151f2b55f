// An e-mail with which operators see whether the mail server accepts and delivers what the notifier sends.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { TooManyError } from '../../platform/http/errors.ts'
import {
  countIdentityMails,
  findLastIdentityMail,
  queueIdentityMail,
  requireMailServer,
} from '../auth/identity-mail.api.ts'
import type { LastIdentityMail } from '../auth/identity-mail.types.ts'
import { requireOperator } from './installation.api.ts'
import * as queries from './installation.queries.ts'

const kind = 'mail-test'
const hourMs = 3_600_000
const maxPerHour = 10

/** To the address of this operator, verified or not. */
export async function sendTestEmail(ctx: Tx, userId: string): Promise<LastIdentityMail> {
  requireMailServer(ctx)
  const { accountId } = ctx.db
  const mail = { accountId, userId, kind } as const
  const address = await queries.lockEmail(ctx.db, userId)
  if ((await countIdentityMails(ctx, ctx.db, mail, hourMs)) >= maxPerHour)
    throw new TooManyError(
      'installation.too_many_test_emails',
      `At most ${maxPerHour} test e-mails can be sent in an hour. Try again later.`,
      { retryAfterSeconds: 600 },
    )
  await queueIdentityMail(ctx, ctx.db, { ...mail, address, values: { at: ctx.now().toISOString() } })
  return (await findLastIdentityMail(ctx.db, mail))!
}

export async function findTestEmail(
  ctx: Pick<Context, 'db' | 'cells' | 'now' | 'config'>,
  caller: Caller,
): Promise<LastIdentityMail | undefined> {
  await requireOperator(ctx, caller)
  return findLastIdentityMail(ctx.db.forAccount(caller.accountId), { userId: caller.userId, kind })
}
