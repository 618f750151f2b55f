// Stationary with the engine on.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { minutes, stationary } from '../stationary.ts'
import { sustained } from '../sustained.ts'

export const idling = defineKind({
  name: 'idling',
  readsMore: true,
  alertName: () => 'idling',
  settings: Type.Object({ forSeconds }, closed),
  judge({ forSeconds }, _areas, memory, step) {
    const { ignition } = step.fix.more
    const isStationary = stationary(step)
    const holds =
      typeof ignition === 'boolean' && isStationary !== undefined ? ignition && isStationary : undefined
    return sustained(memory, step, {
      holds,
      isOver: true,
      forSeconds,
      report: (sinceMs) => ({
        summary: `Stationary with the engine on for ${minutes(forSeconds)}`,
        facts: { sinceMs, forSeconds },
      }),
    })
  },
})
