// Stationary for too long.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { minutes, stationary } from '../stationary.ts'
import { sustained } from '../sustained.ts'

export const stopped = defineKind({
  name: 'stopped',
  alertName: () => 'stopped',
  settings: Type.Object({ forSeconds }, closed),
  judge({ forSeconds }, _areas, memory, step) {
    const isStationary = stationary(step)
    return sustained(memory, step, {
      holds: isStationary,
      isOver: isStationary === false,
      forSeconds,
      report: (sinceMs) => ({
        summary: `Stationary for ${minutes(forSeconds)}`,
        facts: { sinceMs, forSeconds },
      }),
    })
  },
})
