// The external power supply was cut.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { numberOf, sustained } from '../sustained.ts'

export const powerCut = defineKind({
  name: 'powerCut',
  readsMore: true,
  readsStatus: true,
  alertName: () => 'power.cut',
  settings: Type.Object({ forSeconds: Type.Optional(forSeconds) }, closed),
  judge({ forSeconds = 0 }, _areas, memory, step) {
    const { alerts, powerVoltage } = step.fix.more
    const reported = Array.isArray(alerts) ? alerts : []
    const volts = numberOf(powerVoltage)
    // Below this voltage no vehicle battery is connected.
    const isCut = reported.includes('powerCut') ? true : volts === undefined ? undefined : volts < 1
    const holds = reported.includes('powerRestored') ? false : isCut
    return sustained(memory, step, {
      holds,
      isOver: true,
      forSeconds,
      report: (sinceMs) => ({ summary: 'Power supply cut', facts: { powerVoltage: volts, sinceMs } }),
    })
  },
})
