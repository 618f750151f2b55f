// The caps of an account in its trial, and their end.

import type { Tx } from '../../platform/context.ts'
import * as queries from './cap.queries.ts'
import { noCaps } from './cap.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

/** In the transaction that starts the trial. */
export async function startTrialCaps(ctx: Needs): Promise<void> {
  await queries.lockCaps(ctx.db, ctx.now())
  const { max } = (await queries.findCaps(ctx.db)) ?? { max: noCaps }
  const { trialEmailsPerDay: emailsPerDay, trialSmsPerDay: smsPerDay } = ctx.config.accounts
  await queries.setMaxCaps(ctx.db, { ...max, emailsPerDay, smsPerDay }, ctx.now())
  await queries.setTrialCaps(ctx.db, { emailsPerDay, smsPerDay })
}

/** In the transaction that ends it. Caps that the operator has changed meanwhile stay. */
export async function endTrialCaps(ctx: Needs): Promise<void> {
  await queries.lockCaps(ctx.db, ctx.now())
  const { max } = (await queries.findCaps(ctx.db))!
  const trial = await queries.getTrialCaps(ctx.db)
  const liftedOf = (name: keyof queries.TrialCaps) => (max[name] === trial[name] ? null : max[name])
  const lifted = { emailsPerDay: liftedOf('emailsPerDay'), smsPerDay: liftedOf('smsPerDay') }
  await queries.setMaxCaps(ctx.db, { ...max, ...lifted }, ctx.now())
  await queries.setTrialCaps(ctx.db, { emailsPerDay: null, smsPerDay: null })
}
