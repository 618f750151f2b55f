// One of the areas must be visited regularly.

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
        description: 'Longest time between visits to one of the areas.',
      }),
    },
    closed,
  ),
  judge({ everySeconds }, areas, memory, step) {
    const { fix, areas: around } = step
    if (!fix.coordinates) return quiet(memory)
    const isVisiting =
      around.inside.some((area) => isOf(areas, area)) ||
      around.touched.some(({ number }) => isOf(areas, number))
    return sustained(memory, step, {
      holds: !isVisiting,
      isOver: isVisiting,
      forSeconds: everySeconds,
      beganMs: step.before?.atMs,
      report: (sinceMs) => ({
        summary: `Passed no checkpoint for ${Math.round(everySeconds / 60)} minutes`,
        facts: { everySeconds, sinceMs },
      }),
    })
  },
})
