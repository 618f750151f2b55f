import type { SegmentDay } from '../detection/detection.types.ts'
import type { WholeSegment } from '../detection/matching.ts'
import type { Driving } from '../driving/driving.types.ts'

/** A segment with everything that is known of it, also while it is open. */
export interface ReadSegment extends WholeSegment {
  id: string
  deviceId: string
  deviceNumber: number
  version: number
  corrections: number
  correctedAtMs: number | null
  /** The end, or the last usable location up to which the totals of an open one count. */
  untilMs: number
  isSilent: boolean
  isCoarse: boolean
  /** What was used on a trip; null or absent if unknown. */
  fuelMl?: number | null
  /** Distance by day, where it is known: needed if a period cuts the segment. */
  days: DayDistance[]
  /** Of a trip, where it was looked up. */
  driving?: Driving
}

export type DayDistance = Pick<SegmentDay, 'day' | 'cm'>

/** Both are optional: without them a period has no beginning or no end. */
export interface TimeRange {
  fromMs: number
  toMs: number
}

export interface Page<T> {
  items: T[]
  /** The last of the page; undefined if there are no more. */
  last: T | undefined
}
