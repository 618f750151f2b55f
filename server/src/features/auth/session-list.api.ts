// The sessions of a user: listed, and ended one by one or together. Tokens of an ended session die within 5 seconds.

import type { Context, Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireUnlimitedKey } from './limited-key.api.ts'
import { requireProofOfSession, requireRecentSignIn } from './recent-sign-in.api.ts'
import { deleteSessionsAndSteps } from './session.queries.ts'
import * as queries from './session-list.queries.ts'
import type { ListedSession } from './session-list.types.ts'

export function listSessions(
  ctx: Pick<Context, 'db' | 'now'>,
  { accountId, userId }: { accountId: number; userId: string },
): Promise<ListedSession[]> {
  return queries.listSessions(ctx.db.forAccount(accountId), userId, ctx.now())
}

export async function endSession(ctx: Tx, caller: Caller, userId: string, sessionId: string): Promise<void> {
  const ended = await end(ctx, caller, userId, { onlyId: sessionId, exceptId: null })
  if (ended > 0) return
  throw new NotFoundError(
    'sessions.not_found',
    `The session "${sessionId}" does not exist, or is not yours to see.`,
  )
}

/** All but that of the caller. Returns how many. */
export function endOtherSessions(ctx: Tx, caller: Caller, userId: string): Promise<number> {
  return end(ctx, caller, userId, { onlyId: null, exceptId: caller.clientId })
}

/** Ends all sessions and unfinished sign-ins, without asking who wants it. */
export function endAllSessions({ db }: Pick<Tx, 'db'>, userId: string): Promise<void> {
  return deleteSessionsAndSteps(db, userId)
}

async function end(
  ctx: Tx,
  caller: Caller,
  userId: string,
  which: { onlyId: string | null; exceptId: string | null },
): Promise<number> {
  requireUnlimitedKey(caller)
  requireProofOfSession(ctx, caller)
  const sessions = await queries.deleteSessions(ctx.db, userId, which)
  if (sessions.length > 0) {
    // Throws, and so rolls back: a stolen token must not sign its owner out.
    requireRecentSignIn(ctx, caller)
    const before = { sessions: sessions.length }
    await recordChanges(ctx, caller, [{ action: 'sessions.ended', target: userId, before, after: null }])
  }
  return sessions.length
}
