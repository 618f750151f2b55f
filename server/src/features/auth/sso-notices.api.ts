// E-mails about single sign-on, to the owner and all administrators. Queued in the transaction of their cause.

import type { Tx } from '../../platform/context.ts'
import { oneLine } from '../../platform/mail/safe-text.ts'
import { queueIdentityMail } from './identity-mail.api.ts'
import type { SignInMethod } from './sign-in.types.ts'
import * as queries from './sso-notices.queries.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

const maxAdministrators = 100
const maxNameLength = 60

/** The owner signed in without the provider, although single sign-on is required. */
export function mailOtherSignIn(
  ctx: Needs,
  { userName }: { userName: string },
  method: SignInMethod,
): Promise<void> {
  return mailAdministrators(ctx, 'sso-bypassed', { user: oneLine(userName, maxNameLength), method })
}

export async function mailAdministrators(
  ctx: Needs,
  kind: 'sso-bypassed' | 'sso-changed',
  values: Record<string, string>,
): Promise<void> {
  const { accountId } = ctx.db
  const at = ctx.now().toISOString()
  const url = new URL('/settings/sso', ctx.config.http.publicUrl).href
  for (const userId of await queries.listAdministrators(ctx.db, maxAdministrators)) {
    await queueIdentityMail(ctx, ctx.db, { accountId, userId, kind, values: { at, url, ...values } })
  }
}
