// Raised outside the route, usually a corridor.

import { defineKind } from '../kind.types.ts'
import { outside, zoneSettings } from '../outside.ts'

export const routeDeviation = defineKind({
  name: 'routeDeviation',
  usesAreas: true,
  alertName: () => 'route.deviation',
  settings: zoneSettings,
  judge: (settings, areas, memory, step) => outside(settings, areas, memory, step, 'Off the route'),
})
