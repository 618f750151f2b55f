// Has stood for too long.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { minutes, standing } from '../stationary.ts'
import { sustained } from '../sustained.ts'

export const stopped = defineKind({
  name: 'stopped',
  alertName: () => 'stopped',
  settings: Type.Object({ forSeconds }, closed),
  judge({ forSeconds }, _areas, memory, step) {
    const isStanding = standing(step)
    return sustained(memory, step, {
      holds: isStanding,
      isOver: isStanding === false,
      forSeconds,
      tell: (sinceMs) => ({ says: `Has stood for ${minutes(forSeconds)}`, facts: { sinceMs, forSeconds } }),
    })
  },
})
