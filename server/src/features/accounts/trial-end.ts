import type { Tx } from '../../platform/context.ts'
import { endTrialCaps } from '../spending/trial-caps.api.ts'
import * as queries from './status.queries.ts'

/** The account became a customer: no end, and the usual caps. */
export async function endTrial(ctx: Pick<Tx, 'db' | 'config' | 'now'>): Promise<void> {
  await queries.updateTrial(ctx.db, { endsAt: null, nextAt: null })
  await endTrialCaps(ctx)
}
