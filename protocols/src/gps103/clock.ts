// A report has a local date and time of day, and a time of day in UTC: the difference gives the date in UTC.
import { instantOfParts } from '../measures.ts'
import type { DeviceSettings } from '../protocol.types.ts'
import { decimalOf, pairAt } from '../text-values.ts'

const DAY_MIN = 1440
const MINUTE_MS = 60_000
const FARTHEST_EAST_MIN = 14 * 60

export interface Now {
  receivedAt: Date
  settings: DeviceSettings
}

export interface ZonedInstant {
  at?: Date
  /** The apparent zone of the unit's clock, to a quarter of an hour: its two clocks differ by about a minute. */
  utcOffsetMin?: number
}

/**
 * Zones range from -12 to +14 hours, so +13 and -11 look the same. The operator's setting decides, or else that no
 * report is from the future.
 */
export function readInstant(local: string, utc: string, now: Now): ZonedInstant {
  const localAt = readLocal(local.includes('/') ? local.replace(/\D/g, '') : local)
  if (!localAt) return {}
  const { utcOffsetMin } = now.settings
  const utcMs = timeOfDayMs(utc)
  if (utcMs === undefined) {
    return utcOffsetMin === undefined ? {} : { at: new Date(localAt.getTime() - utcOffsetMin * MINUTE_MS) }
  }
  const localMin = localAt.getUTCHours() * 60 + localAt.getUTCMinutes()
  const utcMin = Math.floor(utcMs / MINUTE_MS)
  const atMs = (aheadMin: number) => {
    return localAt.getTime() - localAt.getUTCSeconds() * 1000 - aheadMin * MINUTE_MS + (utcMs % MINUTE_MS)
  }
  let aheadMin = localMin - utcMin
  if (utcOffsetMin !== undefined) aheadMin += Math.round((utcOffsetMin - aheadMin) / DAY_MIN) * DAY_MIN
  else {
    if (aheadMin > DAY_MIN / 2) aheadMin -= DAY_MIN
    else if (aheadMin <= -DAY_MIN / 2) aheadMin += DAY_MIN
    const isOfTheFuture = atMs(aheadMin) - now.receivedAt.getTime() > DAY_MIN * MINUTE_MS * 0.25
    if (isOfTheFuture && aheadMin + DAY_MIN <= FARTHEST_EAST_MIN + 2) aheadMin += DAY_MIN
  }
  return { at: new Date(atMs(aheadMin)), utcOffsetMin: Math.round(aheadMin / 15) * 15 }
}

/** hhmmss.sss. A few units send something else. */
function timeOfDayMs(text: string): number | undefined {
  const hour = pairAt(text, 0)
  const minute = pairAt(text, 2)
  const second = decimalOf(text.slice(4))
  if (!(hour < 24 && minute < 60) || second === undefined || second >= 60 || text.length < 6) return undefined
  return (hour * 60 + minute) * MINUTE_MS + Math.round(second * 1000)
}

/** yymmddhhmm or yymmddhhmmss. */
function readLocal(digits: string): Date | undefined {
  if (digits.length !== 10 && digits.length !== 12) return undefined
  const seconds = digits.length === 12 ? pairAt(digits, 10) : 0
  return instantOfParts(
    pairAt(digits, 0),
    pairAt(digits, 2),
    pairAt(digits, 4),
    pairAt(digits, 6),
    pairAt(digits, 8),
    seconds,
  )
}
