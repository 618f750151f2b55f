// Brings the results of detector and oracle into one form.

import type { OpenSegmentView } from '../../src/features/trips/detection/advance.ts'
import type { Detected } from '../../src/features/trips/detection/detection.types.ts'
import type { OracleResult, OracleSums } from './oracle.ts'

/** All of a track: what was emitted, and what is still open. */
export function resultOf(
  detected: Detected,
  open: OpenSegmentView | null,
  counts: Detected['days'],
): OracleResult {
  const segments = [...detected.segments, ...(open ? [open.segment] : [])]
  const result: OracleResult = { segments: [], segmentDays: {}, days: {} }
  for (const { kind, beganAtMs, endedAtMs, began } of segments) {
    result.segments.push({ kind, beganAtMs, endedAtMs, by: began.by, decidedAtMs: began.decidedAtMs })
  }
  for (const { beganAtMs, day, ...sums } of [...detected.segmentDays, ...(open?.segmentDays ?? [])]) {
    const key = `${beganAtMs} ${day}`
    if (result.segmentDays[key]) throw new Error(`${key} was emitted twice.`)
    result.segmentDays[key] = sums
  }
  for (const { day, ...rest } of [...detected.days, ...counts]) {
    if (result.days[day]) throw new Error(`${day} was emitted twice.`)
    result.days[day] = rest
  }
  return withoutEmpty(result)
}

/** A day with nothing in it may be a row or none. */
export function withoutEmpty(result: OracleResult): OracleResult {
  const isEmpty = (sums: OracleSums) => Object.values(sums).every((value) => !value)
  const kept = Object.entries(result.segmentDays).filter(([, sums]) => !isEmpty(sums))
  return { ...result, segmentDays: Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}
