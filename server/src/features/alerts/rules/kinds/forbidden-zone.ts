// Is where it must not be.

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
    if (!fix.place) return quiet(memory)
    const area = around.inside.find((one) => isOf(areas, one))
    const marginM = marginOf(settings.hysteresisM, fix)
    return sustained(memory, step, {
      holds: area !== undefined,
      isOver: around.isFarFrom(areas, marginM),
      forSeconds: settings.forSeconds ?? 0,
      tell: (sinceMs) => ({
        says: `Is in "${around.nameOf(area!)}", where it must not be`,
        facts: { area: around.nameOf(area!), sinceMs },
      }),
    })
  },
})
