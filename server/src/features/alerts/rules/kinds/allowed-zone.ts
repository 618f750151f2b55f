// Raised outside all of the areas.

import { defineKind } from '../kind.types.ts'
import { outside, zoneSettings } from '../outside.ts'

export const allowedZone = defineKind({
  name: 'allowedZone',
  usesAreas: true,
  alertName: () => 'zone.left',
  settings: zoneSettings,
  judge: (settings, areas, memory, step) =>
    outside(settings, areas, memory, step, 'Outside all allowed areas'),
})
