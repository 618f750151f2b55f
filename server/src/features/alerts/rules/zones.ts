// Areas that must not be entered, must not be left, or must be visited again and again.

import { Type } from 'typebox'
import type { Step, Verdict } from './kind.types.ts'
import { defineKind, quiet } from './kind.types.ts'
import { closed, forSeconds, hysteresisM, isOf, marginOf } from './settings.ts'
import { sustained } from './sustained.ts'

const settings = Type.Object(
  { forSeconds: Type.Optional(forSeconds), hysteresisM: Type.Optional(hysteresisM) },
  closed,
)

export const forbiddenZone = defineKind({
  name: 'forbiddenZone',
  usesAreas: true,
  alertName: () => 'zone.forbidden',
  settings,
  judge(settings, areas, memory, step) {
    const { fix, areas: around } = step
    if (!fix.place) return quiet(memory)
    const area = around.inside.find((one) => isOf(areas, one))
    const marginM = marginOf(settings.hysteresisM, fix)
    return sustained(memory, step, {
      holds: area !== undefined,
      isOver: around.isFarFrom(areas, marginM),
      forSeconds: settings.forSeconds ?? 0,
      tell: (sinceMs) => ({
        says: `Is in "${around.nameOf(area!)}", where it must not be`,
        facts: { area: around.nameOf(area!), sinceMs },
      }),
    })
  },
})

export const allowedZone = defineKind({
  name: 'allowedZone',
  usesAreas: true,
  alertName: () => 'zone.left',
  settings,
  judge: (settings, areas, memory, step) =>
    outside(settings, areas, memory, step, 'Is outside every area where it may be'),
})

export const routeDeviation = defineKind({
  name: 'routeDeviation',
  usesAreas: true,
  alertName: () => 'route.deviation',
  settings,
  judge: (settings, areas, memory, step) => outside(settings, areas, memory, step, 'Is off its route'),
})

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

/** Outside of all of them by more than the margin. */
function outside(
  settings: { forSeconds?: number; hysteresisM?: number },
  areas: ReadonlySet<number> | 'all',
  memory: unknown,
  step: Step,
  says: string,
): Verdict {
  const { fix, areas: around } = step
  if (!fix.place) return quiet(memory)
  const isIn = around.inside.some((area) => isOf(areas, area))
  const marginM = marginOf(settings.hysteresisM, fix)
  return sustained(memory, step, {
    holds: !isIn && around.isFarFrom(areas, marginM),
    isOver: isIn,
    forSeconds: settings.forSeconds ?? 0,
    tell: (sinceMs) => ({ says, facts: { sinceMs, hysteresisM: marginM } }),
  })
}
