// Pieces of the settings that several kinds of rules share.

import { Type } from 'typebox'
import type { Fix } from './kind.types.ts'

export const closed = { additionalProperties: false }

const daySeconds = 86_400

export const forSeconds = Type.Integer({
  minimum: 0,
  maximum: 30 * daySeconds,
  default: 0,
  description: 'How long it must last, in seconds, by the locations’ own times.',
})

export const hysteresis = (unit: string, usual: number) =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    default: usual,
    description: `How far it must come back before it can be alerted about again, ${unit}.`,
  })

const usualMarginM = 30
export const hysteresisM = Type.Number({
  minimum: 0,
  maximum: 10_000,
  default: usualMarginM,
  description: 'Metres beyond the border before a change of side counts; a worse accuracy counts instead.',
})

export function marginOf(hysteresisM: number | undefined, { accuracyM }: Fix): number {
  return Math.max(hysteresisM ?? usualMarginM, accuracyM ?? 0)
}

/** Above or below: exactly one of the two. */
export const thresholds = (unit: string, minimum: number, maximum: number) => ({
  above: Type.Optional(
    Type.Number({ minimum, maximum, description: `${unit}; give one of above and below.` }),
  ),
  below: Type.Optional(
    Type.Number({ minimum, maximum, description: `${unit}; give one of above and below.` }),
  ),
})

export function isOf(areas: ReadonlySet<number> | 'all', area: number): boolean {
  return areas === 'all' || areas.has(area)
}
