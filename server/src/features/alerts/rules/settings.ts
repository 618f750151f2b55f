// Settings that several kinds share.

import { Type } from 'typebox'
import type { Fix } from './kind.types.ts'

export const closed = { additionalProperties: false }

const daySeconds = 86_400

export const forSeconds = Type.Integer({
  minimum: 0,
  maximum: 30 * daySeconds,
  default: 0,
  description: 'How long it must last, in seconds, by the times of the locations.',
})

export const hysteresis = (unit: string, usual: number) =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    default: usual,
    description: `How far the value must return before another alert, ${unit}.`,
  })

const defaultMarginM = 30
export const hysteresisM = Type.Number({
  minimum: 0,
  maximum: 10_000,
  default: defaultMarginM,
  description:
    'Metres beyond the border before a crossing counts. A worse accuracy of the location replaces it.',
})

export function marginOf(hysteresisM: number | undefined, { accuracyM }: Fix): number {
  return Math.max(hysteresisM ?? defaultMarginM, accuracyM ?? 0)
}

/** Exactly one of above and below. */
export const thresholds = (unit: string, minimum: number, maximum: number) => ({
  above: Type.Optional(Type.Number({ minimum, maximum, description: `${unit}; set either above or below.` })),
  below: Type.Optional(Type.Number({ minimum, maximum, description: `${unit}; set either above or below.` })),
})

export function isOf(areas: ReadonlySet<number> | 'all', area: number): boolean {
  return areas === 'all' || areas.has(area)
}
