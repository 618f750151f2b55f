// The caps of an account in its trial, and their end.

import type { Tx } from '../../platform/context.ts'
import * as queries from './cap.queries.ts'
import { noCaps } from './cap.ts'
import type { CapName } from './spending.types.ts'

type Needs = Pick<Tx, 'db' | 'config' | 'now'>

/** In the transaction that starts the trial. */
export async function startTrialCaps(ctx: Needs): Promise<void> {
  await queries.lockCaps(ctx.db, ctx.now())
  const { max } = (await queries.findCaps(ctx.db)) ?? { max: noCaps }
  await queries.setMaxCaps(ctx.db, { ...max, ...trialCapsOf(ctx) }, ctx.now())
}

/** In the transaction that ends it. Caps that the operator has changed meanwhile stay. */
export async function endTrialCaps(ctx: Needs): Promise<void> {
  const caps = await queries.findCaps(ctx.db)
  if (!caps) return
  await queries.lockCaps(ctx.db, ctx.now())
  const after = { ...caps.max }
  for (const [name, cap] of Object.entries(trialCapsOf(ctx)) as [CapName, number][]) {
    if (after[name] === cap) after[name] = null
  }
  await queries.setMaxCaps(ctx.db, after, ctx.now())
}

function trialCapsOf({ config }: Pick<Needs, 'config'>): Partial<Record<CapName, number>> {
  const { trialEmailsPerDay: emailsPerDay, trialSmsPerDay: smsPerDay } = config.accounts
  return { emailsPerDay, smsPerDay }
}
