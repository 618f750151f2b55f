// The state of a single sign-on, which is accepted once. Until then it travels sealed in a cookie.

import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { insertUsedState } from './factors/step.queries.ts'
import { hashOf } from './factors/steps.ts'

/** As long as the cookie. */
const validForMs = 10 * 60_000

/** False if it was used before. */
export function spendState(
  ctx: Pick<Tx, 'db' | 'now'>,
  { userId, state, network }: { userId: string; state: string; network: string },
): Promise<boolean> {
  const expiresAt = new Date(ctx.now().getTime() + validForMs)
  const step = { id: newId('stp'), userId, secretHash: hashOf(state), network, expiresAt }
  return insertUsedState(ctx.db, step, ctx.now())
}
