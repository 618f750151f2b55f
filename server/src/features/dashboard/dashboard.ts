// The state of the fleet now, and the sums of its last weeks.

import type { Static } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { inSnapshot } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countMaintenance } from '../maintenance/maintenance.api.ts'
import * as queries from './dashboard.queries.ts'
import type { DashboardView } from './dashboard.schema.ts'
import { periodDays } from './dashboard.schema.ts'
import type { FleetSums, Ranked, Use } from './fleet-sums.queries.ts'
import { readSums } from './fleet-sums.queries.ts'

type Dashboard = Static<typeof DashboardView>

/** All statements see the same instant, so that the parts add up. */
export function readDashboard(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  groupId: string | undefined,
): Promise<Dashboard> {
  return inSnapshot(ctx, caller.accountId, async ({ db, now }) => {
    const at = now()
    const period = await queries.findPeriod(db, at)
    const wanted = { scope: caller.scope, groupId, period, now: at }
    const sums = await readSums(db, wanted)
    const openAlerts = await queries.countOpenAlerts(db, wanted)
    const corrections = await queries.countCorrections(db, wanted)
    const maintenance = await countMaintenance(db, caller.scope, { groupId, now: at })
    const cmOf = dailyCm(sums)
    const days = period.days.slice(periodDays, -1).map((day, index) => ({
      day,
      distance: toWholeMetres(cmOf[index + periodDays]!),
      previousDay: period.days[index]!,
      previousDistance: toWholeMetres(cmOf[index]!),
    }))
    const { total } = sums
    return {
      computedAt: at.toISOString(),
      timeZone: period.timeZone,
      from: days[0]!.day,
      to: days.at(-1)!.day,
      previousFrom: days[0]!.previousDay,
      previousTo: days.at(-1)!.previousDay,
      now: sums.now,
      today: { day: period.days.at(-1)!, distance: toWholeMetres(cmOf.at(-1)!) },
      distance: toWholeMetres(total.cm),
      previousDistance: toWholeMetres(cmOf.slice(0, periodDays).reduce((sum, cm) => sum + cm, 0)),
      days,
      use: toUse(total),
      groups: sums.groups.map(({ groupId: id, name, ...use }) => ({ groupId: id, name, ...toUse(use) })),
      groupCount: sums.groupCount,
      byDistance: { top: sums.farthest.map(toRanked), bottom: sums.nearest.map(toRanked) },
      byIdle: { top: sums.mostIdle.map(toRanked), bottom: sums.leastIdle.map(toRanked) },
      openAlerts,
      maintenance,
      quality: {
        knownSeconds: total.knownSeconds,
        gapSeconds: total.gapSeconds,
        locations: total.locations,
        unusableLocations: total.unusable,
        corrections,
      },
    }
  })
}

/** Of each day of the period: the difference of two running totals, and what open segments add. */
function dailyCm({ totals, opens }: Pick<FleetSums, 'totals' | 'opens'>): number[] {
  return opens.map((cm, index) => totals[index + 1]! - totals[index]! + cm)
}

function toUse({ cm, ...use }: Use) {
  const { devices, tripSeconds, idleSeconds, engineSeconds } = use
  const { engineTripSeconds, engineIdleSeconds, usedDays } = use
  const known = { engineSeconds, engineTripSeconds, engineIdleSeconds }
  return { devices, distance: toWholeMetres(cm), tripSeconds, idleSeconds, ...known, usedDays }
}

function toRanked({ deviceId, name, cm, idleSeconds, engineSeconds }: Ranked) {
  return { deviceId, name, distance: toWholeMetres(cm), idleSeconds, engineSeconds }
}

function toWholeMetres(cm: number): number {
  return Math.round(cm / 100)
}
