// Requires a recent authentication for dangerous actions, so that a leaked token cannot perform them.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

const recentMs = 5 * 60_000

export function requireRecentSignIn(
  ctx: Pick<Context, 'now'>,
  caller: Pick<Caller, 'authenticatedAt'>,
): void {
  if (ctx.now().getTime() - caller.authenticatedAt.getTime() < recentMs) return
  throw new ForbiddenError(
    'access.not_recent',
    'This action requires an authentication less than 5 minutes old. Sign in again with your password, or get a new token with POST /api/Auth/Token, and repeat the call.',
  )
}
