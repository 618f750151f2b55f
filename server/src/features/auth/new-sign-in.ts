// Informs users by e-mail when they sign in with a browser, or from a network, that they have not used before.

import { isIP } from 'node:net'
import type { Tx } from '../../platform/context.ts'
import { queueIdentityMail } from './identity-mail.api.ts'
import { originOf } from './origin.ts'
import type { SignInOrigin } from './sign-in.types.ts'
import { oldestKept } from './sign-in-log.api.ts'
import * as queries from './sign-in-log.queries.ts'

/** Call before the sign-in is recorded. The first sign-in of a user is no news to the user. */
export async function mailIfUnfamiliar(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  userId: string,
  origin: SignInOrigin,
): Promise<void> {
  const { network, browser, system } = originOf(origin)
  const near = network === null ? null : nearbyOf(network)
  const wanted = { browser, system, near, since: oldestKept(ctx) }
  const { hasHistory, isFamiliar } = await queries.findFamiliarity(ctx.db, userId, wanted)
  if (!hasHistory || isFamiliar) return
  await queueIdentityMail(ctx, ctx.db, {
    accountId: ctx.db.accountId,
    userId,
    kind: 'new-sign-in',
    values: {
      at: ctx.now().toISOString(),
      browser: browser ?? '?',
      system: system ?? '?',
      network: network ?? '?',
      url: new URL('/settings/security', ctx.config.http.publicUrl).href,
    },
  })
}

/**
 * Addresses at home and of phones change often, but seldom leave the provider's network: an IPv4 address is compared by
 * its /16, an IPv6 one by its /32.
 */
export function nearbyOf(network: string): string {
  if (isIP(network) === 4) return `${network.split('.').slice(0, 2).join('.')}.0.0/16`
  const [first = '0', second = '0'] = network.split(':')
  return `${first || '0'}:${second || '0'}::/32`
}
