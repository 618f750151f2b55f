// Requires a recent authentication for dangerous actions, so that a leaked token cannot perform them. Every way to
// authenticate a session asks for the second factor of a user who has one, and adding a factor ends the other sessions:
// a recent authentication of a session is therefore a proof with all factors of the user.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'

const recentMs = 5 * 60_000

/** For the most dangerous actions: an API key, which others may have seen, is not enough. */
export function requireRecentProof(
  ctx: Pick<Context, 'now'>,
  caller: Pick<Caller, 'authenticatedAt' | 'clientId'>,
): void {
  const isSession = caller.clientId.startsWith('ses_')
  if (isSession && ctx.now().getTime() - caller.authenticatedAt.getTime() < recentMs) return
  throw new ForbiddenError(
    'access.not_recent',
    'This action requires a sign-in less than 5 minutes old. Prove it with POST /session/proof. API keys are not accepted.',
  )
}

/** For actions that programs do as well: API keys pass, sessions have to prove it. */
export function requireProofOfSession(
  ctx: Pick<Context, 'now'>,
  caller: Pick<Caller, 'authenticatedAt' | 'clientId'>,
): void {
  if (caller.clientId.startsWith('ses_')) requireRecentProof(ctx, caller)
}

export function requireRecentSignIn(
  ctx: Pick<Context, 'now'>,
  caller: Pick<Caller, 'authenticatedAt'>,
): void {
  if (ctx.now().getTime() - caller.authenticatedAt.getTime() < recentMs) return
  throw new ForbiddenError(
    'access.not_recent',
    'This action requires an authentication less than 5 minutes old. Prove it with POST /session/proof, or get a new token with POST /api/Auth/Token, and repeat the call.',
  )
}
