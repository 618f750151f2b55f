// Distance and driving time of each day of a period, in the account's time zone. A drive across midnight counts for
// both days.

import { distanceM } from './geo.ts'
import type { Segment } from './segments.ts'
import type { Track } from './track.ts'

export interface DaySum {
  distanceM: number
  drivingMs: number
}

/** The first instants of all days that a period touches, and of the day after it. */
export function dayStarts(fromMs: number, toMs: number, timeZone: string): number[] {
  const starts: number[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone).startOfDay()
  for (; day.epochMilliseconds <= toMs; day = day.add({ days: 1 }).startOfDay()) {
    starts.push(day.epochMilliseconds)
  }
  return [...starts, day.epochMilliseconds]
}

/** The index of the day that contains a moment. */
export function dayAt(starts: readonly number[], atMs: number): number {
  return starts.findLastIndex((start) => start <= atMs)
}

/** One sum per day of `starts`, without the day after. */
export function daySums(track: Track, segments: readonly Segment[], starts: readonly number[]): DaySum[] {
  const sums = starts.slice(1).map((): DaySum => ({ distanceM: 0, drivingMs: 0 }))
  let day = 0
  for (const { kind, first, last } of segments) {
    if (kind !== 'driving') continue
    for (let i = first + 1; i <= last; i += 1) {
      const [fromMs, toMs] = [track.atMs[i - 1]!, track.atMs[i]!]
      const stepM = distanceM(track, i - 1, i)
      while (day < sums.length - 1 && starts[day + 1]! <= fromMs) day += 1
      // A step may be longer than a day.
      for (let at = day; at < sums.length && starts[at]! < toMs; at += 1) {
        const partMs = Math.min(toMs, starts[at + 1]!) - Math.max(fromMs, starts[at]!)
        sums[at]!.drivingMs += partMs
        sums[at]!.distanceM += stepM * (partMs / (toMs - fromMs))
      }
    }
  }
  return sums
}
