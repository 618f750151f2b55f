// Raised inside one of the areas.

import { defineKind, quiet } from '../kind.types.ts'
import { zoneSettings } from '../outside.ts'
import { isOf, marginOf } from '../settings.ts'
import { sustained } from '../sustained.ts'

export const forbiddenZone = defineKind({
  name: 'forbiddenZone',
  usesAreas: true,
  alertName: () => 'zone.forbidden',
  settings: zoneSettings,
  judge(settings, areas, memory, step) {
    const { fix, areas: around } = step
    if (!fix.coordinates) return quiet(memory)
    const area = around.inside.find((one) => isOf(areas, one))
    const marginM = marginOf(settings.hysteresisM, fix)
    return sustained(memory, step, {
      holds: area !== undefined,
      isOver: around.isFarFrom(areas, marginM),
      forSeconds: settings.forSeconds ?? 0,
      report: (sinceMs) => ({
        summary: `In the forbidden area "${around.nameOf(area!)}"`,
        facts: { area: around.nameOf(area!), sinceMs },
      }),
    })
  },
})
