// Two maintenance plans: one that counts for all vehicles, and one that is due for one of them.

import { createPlan } from '../../features/maintenance/plan.api.ts'
import { recordWork } from '../../features/maintenance/work.api.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'

const dayMs = 86_400_000
const yearDays = 365

export async function planMaintenance(
  ctx: Context,
  caller: Caller,
  deviceId: string,
  untilMs: number,
): Promise<void> {
  await inTransaction(ctx, caller.accountId, async (tx) => {
    await createPlan(tx, caller, { name: 'Oil change', everyKm: 15_000, everyDays: yearDays })
    const inspection = { name: 'Inspection', everyDays: yearDays, warnDays: 30, devices: [deviceId] }
    const planId = await createPlan(tx, caller, inspection)
    const doneAt = new Date(untilMs - yearDays * dayMs).toISOString()
    const work = { doneAt, costMinor: 18_900, currency: 'EUR', note: 'Brake pads replaced' }
    await recordWork(tx, caller, { deviceId, planId }, work)
  })
}
