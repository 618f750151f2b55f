// Areas that must not be left.

import { Type } from 'typebox'
import type { Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'
import { closed, forSeconds, hysteresisM, isOf, marginOf } from './settings.ts'
import { sustained } from './sustained.ts'

export const zoneSettings = Type.Object(
  { forSeconds: Type.Optional(forSeconds), hysteresisM: Type.Optional(hysteresisM) },
  closed,
)

/** Outside of all of them by more than the margin. */
export function outside(
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
