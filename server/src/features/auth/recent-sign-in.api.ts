// What must not be done with a token that somebody found: it asks for a recent proof of who calls.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

const recentMs = 5 * 60_000

export function requireRecentProof(ctx: Pick<Context, 'now'>, caller: Pick<Caller, 'provedAt'>): void {
  if (ctx.now().getTime() - caller.provedAt.getTime() < recentMs) return
  throw new ForbiddenError(
    'access.not_recent',
    'This needs a proof of who you are that is less than 5 minutes old. Sign in again with your password, or get a new token with POST /api/Auth/Token, and repeat the call with it.',
  )
}
