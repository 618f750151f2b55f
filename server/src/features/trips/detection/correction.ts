// Whether a corrected segment differs enough to be published. The log of corrections has all of them.

import type { ChangedSegment } from './matching.ts'

const minShare = 0.01
const minCm = 10_000
const minMs = 60_000

/** Of segments that had ended: an open one changes with every location. */
export function isCorrection({ before }: Pick<ChangedSegment, 'before'>): boolean {
  return before.endedAtMs !== null
}

export function isWorthEvent({ before, after, absorbed, split }: ChangedSegment): boolean {
  if (before.endedAtMs === null) return false
  if (absorbed.length > 0 || split.length > 0) return true
  const differenceCm = Math.abs(after.totals.cm - before.totals.cm)
  if (differenceCm >= minCm) return true
  if (differenceCm > 0 && differenceCm >= before.totals.cm * minShare) return true
  if (Math.abs(after.beganAtMs - before.beganAtMs) >= minMs) return true
  return after.endedAtMs === null || Math.abs(after.endedAtMs - before.endedAtMs) >= minMs
}
