// Checks whether a tracker's time is plausible, and replaces it if not.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The 10-bit GPS week wraps every 1024 weeks; old receivers then report a date this much too early. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS
const HALF_HOUR_MS = 30 * 60_000

export interface TimeLimits {
  maxAgeMs?: number
  maxAheadMs?: number
  /** Only for protocols whose date comes from the GPS receiver. */
  datesRollOver?: boolean
}

/** The instant to store, and how it was determined. `reportedAt` is the tracker's own, to be kept raw. */
export type PlausibleTime =
  | { kind: 'kept'; at: Date }
  | { kind: 'repaired'; at: Date; reportedAt: Date; rollovers: 1 | 2 }
  | { kind: 'replaced'; at: Date; reportedAt?: Date }

/**
 * Trackers without a fix report the epoch of their chip: 1970, 1980, 2000, 2004, 2011, 2020. Such a time is replaced
 * by that of the reception, unless it is old by exactly one or two GPS week rollovers.
 */
export function plausibleTime(
  fixedAt: Date | undefined,
  receivedAt: Date,
  limits: TimeLimits = {},
): PlausibleTime {
  if (!fixedAt || Number.isNaN(fixedAt.getTime())) return { kind: 'replaced', at: receivedAt }
  const { maxAgeMs = 365 * DAY_MS, maxAheadMs = HOUR_MS, datesRollOver = false } = limits
  const ageMs = receivedAt.getTime() - fixedAt.getTime()
  if (ageMs <= maxAgeMs && ageMs >= -maxAheadMs) return { kind: 'kept', at: fixedAt }
  if (datesRollOver) {
    for (const rollovers of [1, 2] as const) {
      if (Math.abs(ageMs - rollovers * ROLLOVER_MS) > 3 * DAY_MS) continue
      const at = new Date(fixedAt.getTime() + rollovers * ROLLOVER_MS)
      return { kind: 'repaired', at, reportedAt: fixedAt, rollovers }
    }
  }
  return { kind: 'replaced', at: receivedAt, reportedAt: fixedAt }
}

/**
 * The zone a tracker seems to report in, if a live report is off by whole half hours: a hint for the operator, who
 * sets `utcOffsetMin`. Buffered reports give no hint.
 */
export function zoneHintMin(fixedAt: Date, receivedAt: Date): number | undefined {
  const aheadMs = fixedAt.getTime() - receivedAt.getTime()
  const halfHours = Math.round(aheadMs / HALF_HOUR_MS)
  if (halfHours === 0 || halfHours < -24 || halfHours > 28) return undefined
  return Math.abs(aheadMs - halfHours * HALF_HOUR_MS) <= 90_000 ? halfHours * 30 : undefined
}
