// The device reports, but has no fix.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { sustained } from '../sustained.ts'

export const gpsLost = defineKind({
  name: 'gpsLost',
  alertName: () => 'gps.lost',
  settings: Type.Object({ forSeconds: Type.Optional(forSeconds) }, closed),
  judge: ({ forSeconds = 0 }, _areas, memory, step) =>
    sustained(memory, step, {
      holds: step.fix.coordinates === undefined,
      isOver: true,
      forSeconds,
      report: (sinceMs) => ({ summary: 'No GPS fix', facts: { sinceMs, forSeconds } }),
    }),
})
