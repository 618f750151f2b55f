// A condition that must hold for a minimum time, and must clearly end before it counts again.

import type { Finding, Step, Verdict } from './kind.types.ts'
import { quiet } from './kind.types.ts'

interface Holding {
  sinceMs: number
  /** An alert was raised; no further one until the condition ends. */
  alerted?: true
}

export interface Condition {
  /** Undefined if the location does not tell: the memory stays. */
  holds: boolean | undefined
  /** Whether it has definitely ended; between the two thresholds neither is true. */
  isOver: boolean
  forSeconds: number
  /** When it began, if that is not the first location that shows it. */
  beganMs?: number | undefined
  report(sinceMs: number): Omit<Finding, 'atMs' | 'coordinates'>
}

export function sustained(memory: unknown, { fix, isActive }: Step, condition: Condition): Verdict {
  const { holds, isOver, forSeconds, beganMs, report } = condition
  if (holds === undefined) return quiet(memory)
  const holding = memory as Holding | undefined
  if (!holds || !isActive) {
    const continues = holding?.alerted && isActive && !isOver
    return quiet(continues ? holding : undefined)
  }
  const now = holding ?? { sinceMs: beganMs ?? fix.atMs }
  const dueAtMs = now.sinceMs + forSeconds * 1_000
  if (now.alerted || fix.atMs < dueAtMs) return quiet(now)
  return {
    memory: { ...now, alerted: true },
    // The due time, not the time of the next location: it does not depend on late locations.
    findings: [{ ...report(now.sinceMs), atMs: dueAtMs, coordinates: fix.coordinates }],
  }
}

export interface Level {
  value: number | undefined
  above?: number | undefined
  below?: number | undefined
  /** How far the value must return before it counts again. */
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
    report: (sinceMs) => ({
      summary: `${what} is ${shown(value)} ${unit}, ${isAbove ? 'above' : 'below'} ${shown(threshold)} ${unit}`,
      facts: { value, threshold, sinceMs },
    }),
  })
}

function shown(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Ignores values that are not finite numbers. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
