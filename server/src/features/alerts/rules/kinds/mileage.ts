// Raised every so many kilometres.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed } from '../settings.ts'
import { numberOf } from '../sustained.ts'

export const mileage = defineKind({
  name: 'mileage',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'mileage',
  settings: Type.Object({ everyKm: Type.Number({ minimum: 1, maximum: 1_000_000 }) }, closed),
  judge({ everyKm }, _areas, memory, { fix, isActive }) {
    const km = numberOf(fix.more.mileage)
    if (km === undefined) return quiet(memory)
    const reached = Math.floor(km / everyKm)
    const known = memory as number | undefined
    if (known === undefined || reached < known) return quiet(reached)
    if (reached === known || !isActive) return quiet(reached === known ? memory : reached)
    const summary = `Mileage reached ${reached * everyKm} km`
    return {
      memory: reached,
      findings: [{ atMs: fix.atMs, coordinates: fix.coordinates, summary, facts: { km, everyKm } }],
    }
  },
})
