// Stands with the engine on.

import { Type } from 'typebox'
import { defineKind } from '../kind.types.ts'
import { closed, forSeconds } from '../settings.ts'
import { minutes, standing } from '../stationary.ts'
import { sustained } from '../sustained.ts'

export const idling = defineKind({
  name: 'idling',
  readsMore: true,
  alertName: () => 'idling',
  settings: Type.Object({ forSeconds }, closed),
  judge({ forSeconds }, _areas, memory, step) {
    const { ignition } = step.fix.more
    const isStanding = standing(step)
    const holds =
      typeof ignition === 'boolean' && isStanding !== undefined ? ignition && isStanding : undefined
    return sustained(memory, step, {
      holds,
      isOver: true,
      forSeconds,
      tell: (sinceMs) => ({
        says: `Has stood with the engine on for ${minutes(forSeconds)}`,
        facts: { sinceMs, forSeconds },
      }),
    })
  },
})
