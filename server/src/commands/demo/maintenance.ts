// Two maintenance plans: one that counts for all vehicles, and one that is due for one of them. Work of this
// month was done, too.

import { createPlan } from '../../features/maintenance/plan.api.ts'
import { recordWork } from '../../features/maintenance/work.api.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Filling } from './history.ts'

const dayMs = 86_400_000
const yearDays = 365
/** After the reading of the odometer, which would count as driven otherwise. */
const oilDaysAgo = 4

export async function planMaintenance(
  ctx: Context,
  caller: Caller,
  deviceId: string,
  { untilMs, days }: Pick<Filling, 'untilMs' | 'days'>,
): Promise<void> {
  await inTransaction(ctx, caller.accountId, async (tx) => {
    const oil = await createPlan(tx, caller, { name: 'Oil change', everyKm: 15_000, everyDays: yearDays })
    const oilWork = { costMinor: 21_450, currency: 'EUR', note: 'Oil and filter' }
    const changedAt = new Date(untilMs - Math.min(oilDaysAgo, days / 4) * dayMs).toISOString()
    await recordWork(tx, caller, { deviceId, planId: oil }, { doneAt: changedAt, ...oilWork })
    const inspection = { name: 'Inspection', everyDays: yearDays, warnDays: 30, devices: [deviceId] }
    const planId = await createPlan(tx, caller, inspection)
    const doneAt = new Date(untilMs - yearDays * dayMs).toISOString()
    const work = { doneAt, costMinor: 18_900, currency: 'EUR', note: 'Brake pads replaced' }
    await recordWork(tx, caller, { deviceId, planId }, work)
  })
}
