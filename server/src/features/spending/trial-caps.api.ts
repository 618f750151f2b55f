// The caps of an account in its trial, and their end.

import type { Tx } from '../../platform/context.ts'
import * as queries from './cap.queries.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

/** In the transaction that starts the trial. */
export async function startTrialCaps(ctx: Needs): Promise<void> {
  const { trialEmailsPerDay: emailsPerDay, trialSmsPerDay: smsPerDay } = ctx.config.accounts
  await queries.startTrial(ctx.db, { emailsPerDay, smsPerDay }, ctx.now())
}

/** In the transaction that ends it. Caps that the operator has set meanwhile stay. */
export async function endTrialCaps(ctx: Needs): Promise<void> {
  await queries.endTrial(ctx.db, ctx.now())
}
