// Stores a new session. The oldest session of the user ends when there are too many.

import type { Tx } from '../../platform/context.ts'
import { mailIfUnfamiliar } from './new-sign-in.ts'
import { originOf } from './origin.ts'
import * as queries from './session.queries.ts'
import type { SessionOrigin, SignInMethod } from './sign-in.types.ts'
import { recordSignIn } from './sign-in-log.api.ts'

const maxSessions = 20

interface NewSession extends SessionOrigin {
  id: string
  userId: string
  method: SignInMethod
  secretHash: Buffer
  expiresAt: Date
  /** RFC 8176. */
  amr: readonly string[]
  authenticatedAt: Date
  /** The session at the provider, for its logout tokens. */
  ssoSid: string | null
}

/** Also records the sign-in, and informs the user if it is from a new place. */
export async function storeSession(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  { address, agent, ...session }: NewSession,
): Promise<void> {
  const { id: clientId, userId, method } = session
  const now = ctx.now()
  await queries.lockUserAtSignIn(ctx.db, userId, now)
  await queries.deleteSurplusSessions(ctx.db, userId, maxSessions - 1, now)
  await queries.insertSession(ctx.db, { ...session, now, ...originOf({ address, agent }) })
  await mailIfUnfamiliar(ctx, userId, { address, agent })
  await recordSignIn(ctx, { userId, method, clientId, address, agent })
}
