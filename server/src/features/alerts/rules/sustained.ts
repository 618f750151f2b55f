// A condition that must hold for a while, and must clearly end before it counts again.

import type { Happening, Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'

interface Holding {
  sinceMs: number
  /** It was alerted about; nothing more is said until it ends. */
  told?: true
}

export interface Condition {
  /** Undefined: the location does not say. What was remembered stays. */
  holds: boolean | undefined
  /** Whether it has ended for sure; between the two thresholds neither is true. */
  isOver: boolean
  forSeconds: number
  /** Since when, where that is not the first location that shows it. */
  beganMs?: number | undefined
  tell(sinceMs: number): Omit<Happening, 'atMs' | 'place'>
}

export function sustained(memory: unknown, { fix, isHeard }: Step, condition: Condition): Verdict {
  const { holds, isOver, forSeconds, beganMs, tell } = condition
  if (holds === undefined) return quiet(memory)
  const held = memory as Holding | undefined
  if (!holds || !isHeard) {
    const goesOn = held?.told && isHeard && !isOver
    return quiet(goesOn ? held : undefined)
  }
  const now = held ?? { sinceMs: beganMs ?? fix.atMs }
  const dueAtMs = now.sinceMs + forSeconds * 1_000
  if (now.told || fix.atMs < dueAtMs) return quiet(now)
  return {
    memory: { ...now, told: true },
    // When it was due, and not when the next location came: that does not depend on what arrives late.
    happened: [{ ...tell(now.sinceMs), atMs: dueAtMs, place: fix.place }],
  }
}

export interface Level {
  value: number | undefined
  above?: number | undefined
  below?: number | undefined
  /** How far it must come back before it counts again. */
  hysteresis: number
  forSeconds: number
  what: string
  unit: string
}

/** A value above or below a threshold. */
export function level(memory: unknown, step: Step, wanted: Level): Verdict {
  const { value, above, below, hysteresis, forSeconds, what, unit } = wanted
  if (value === undefined) return quiet(memory)
  const threshold = above ?? below ?? 0
  const isAbove = above !== undefined
  return sustained(memory, step, {
    holds: isAbove ? value > threshold : value < threshold,
    isOver: isAbove ? value <= threshold - hysteresis : value >= threshold + hysteresis,
    forSeconds,
    tell: (sinceMs) => ({
      says: `${what} is ${shown(value)} ${unit}, ${isAbove ? 'above' : 'below'} ${shown(threshold)} ${unit}`,
      facts: { value, threshold, sinceMs },
    }),
  })
}

function shown(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Numbers among whatever a tracker said. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
