// Must be at one of its areas again and again.

import { Type } from 'typebox'
import { defineKind, quiet } from '../kind.types.ts'
import { closed, isOf } from '../settings.ts'
import { sustained } from '../sustained.ts'

export const checkpoint = defineKind({
  name: 'checkpoint',
  usesAreas: true,
  alertName: () => 'checkpoint.missed',
  settings: Type.Object(
    {
      everySeconds: Type.Integer({
        minimum: 60,
        maximum: 31 * 86_400,
        description: 'One of the areas must be touched at least so often.',
      }),
    },
    closed,
  ),
  judge({ everySeconds }, areas, memory, step) {
    const { fix, areas: around } = step
    if (!fix.place) return quiet(memory)
    const isThere =
      around.inside.some((area) => isOf(areas, area)) ||
      around.touched.some(({ number }) => isOf(areas, number))
    return sustained(memory, step, {
      holds: !isThere,
      isOver: isThere,
      forSeconds: everySeconds,
      beganMs: step.before?.atMs,
      tell: (sinceMs) => ({
        says: `Passed no checkpoint for ${Math.round(everySeconds / 60)} minutes`,
        facts: { everySeconds, sinceMs },
      }),
    })
  },
})
