// Trips, stops and gaps of a device, and its days, as the server computed them.

import type { Correction, Day, TripExplanation } from '@rastro/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Period, ShownPeriod } from '../../ui/period/period.ts'
import { dayOf, localDay } from '../../ui/trips/local-days.ts'
import { readCorrections, readDays, readExplanation, readTimeline } from '../../ui/trips/trip-api.ts'

/** More than a year of working days of a van. */
const maxSegments = 20_000
const staleMs = 60_000
/** The most that the server lists at once. */
const maxDays = 400

export const tripsKey = (deviceId: string) => ['trips', deviceId]

/** What is live reaches to the end of today: a day and its part so far are one request. */
export function timelineRange(
  { fromMs, toMs, isLive }: ShownPeriod,
  nowMs: number,
  timeZone: string,
): Period {
  if (!isLive) return { fromMs, toMs }
  return { fromMs, toMs: Math.max(toMs, localDay(dayOf(nowMs, timeZone), timeZone).toMs) }
}

export function useTimeline(deviceId: string, range: Period) {
  return useQuery({
    queryKey: [...tripsKey(deviceId), 'timeline', range.fromMs, range.toMs],
    queryFn: ({ signal }) => readTimeline(deviceId, range, { max: maxSegments, signal }),
    staleTime: staleMs,
  })
}

/** By date; days without data are absent. At most the last 400 days. */
export function useDays(deviceId: string, from: string, to: string): ReadonlyMap<string, Day> | undefined {
  const earliest = Temporal.PlainDate.from(to)
    .subtract({ days: maxDays - 1 })
    .toString()
  const first = from < earliest ? earliest : from
  return useQuery({
    queryKey: [...tripsKey(deviceId), 'days', first, to],
    queryFn: ({ signal }) => readDays(deviceId, { from: first, to }, signal),
    select: byDate,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  }).data
}

const byDate = (days: Day[]): ReadonlyMap<string, Day> => new Map(days.map((day) => [day.day, day]))

export function useExplanation(deviceId: string, id: string | undefined): TripExplanation | undefined {
  return useQuery({
    queryKey: [...tripsKey(deviceId), 'explanation', id],
    queryFn: () => readExplanation(id!),
    enabled: id !== undefined,
    staleTime: staleMs,
  }).data
}

export function useCorrections(deviceId: string, id: string | undefined): Correction[] | undefined {
  return useQuery({
    queryKey: [...tripsKey(deviceId), 'corrections', id],
    queryFn: () => readCorrections(id!),
    enabled: id !== undefined,
    staleTime: staleMs,
  }).data
}
