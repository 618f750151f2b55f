// Shared by kinds that require a device to stay in its areas.

import { Type } from 'typebox'
import type { Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'
import { closed, forSeconds, hysteresisM, isOf, marginOf } from './settings.ts'
import { sustained } from './sustained.ts'

export const zoneSettings = Type.Object(
  { forSeconds: Type.Optional(forSeconds), hysteresisM: Type.Optional(hysteresisM) },
  closed,
)

/** Raised outside all areas by more than the margin. */
export function outside(
  settings: { forSeconds?: number; hysteresisM?: number },
  areas: ReadonlySet<number> | 'all',
  memory: unknown,
  step: Step,
  summary: string,
): Verdict {
  const { fix, areas: around } = step
  if (!fix.coordinates) return quiet(memory)
  const isIn = around.inside.some((area) => isOf(areas, area))
  const marginM = marginOf(settings.hysteresisM, fix)
  return sustained(memory, step, {
    holds: !isIn && around.isFarFrom(areas, marginM),
    isOver: isIn,
    forSeconds: settings.forSeconds ?? 0,
    report: (sinceMs) => ({ summary, facts: { sinceMs, hysteresisM: marginM } }),
  })
}
