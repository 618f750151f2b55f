// A working day: the parts of trips within it. Pure.

import type { LocalDay } from '../../trips/device-days.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'

export interface WorkDay {
  day: string
  devices: Set<string>
  drivers: Set<string>
  startMs: number
  endMs: number
  tripSeconds: number
  outsideSeconds: number
  trips: number
  cm: number
}

/** Null on days without working hours. */
export type WorkHoursOf = (day: string) => { fromMs: number; toMs: number } | null

const startsAt = '07:00'
const endsAt = '19:00'
const saturday = 6

/** Monday to Friday, by the clock of the time zone. */
export function createWorkHours(timeZone: string): WorkHoursOf {
  const known = new Map<string, ReturnType<WorkHoursOf>>()
  return (day) => {
    const before = known.get(day)
    if (before !== undefined) return before
    const date = Temporal.PlainDate.from(day)
    const at = (plainTime: string) => date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    const hours = date.dayOfWeek >= saturday ? null : { fromMs: at(startsAt), toMs: at(endsAt) }
    known.set(day, hours)
    return hours
  }
}

/** A trip over midnight is part of both days. Its distance counts on the first of them that is reported. */
export function addTrip(
  days: Map<string, WorkDay>,
  { segment, cm }: Pick<ReportedSegment, 'segment' | 'cm'>,
  names: { device: string; driver: string | null },
  dates: readonly LocalDay[],
  hoursOf: WorkHoursOf,
): void {
  const { beganAtMs, untilMs } = segment
  let isFirst = true
  for (const { day, startMs, endMs } of dates) {
    const fromMs = Math.max(beganAtMs, startMs)
    const toMs = Math.min(untilMs, endMs)
    if (fromMs >= toMs) continue
    const seconds = secondsOf(fromMs, toMs)
    const hours = hoursOf(day)
    const inHours = hours ? secondsOf(Math.max(fromMs, hours.fromMs), Math.min(toMs, hours.toMs)) : 0
    const known = days.get(day) ?? newDay(day, fromMs, toMs)
    days.set(day, known)
    known.startMs = Math.min(known.startMs, fromMs)
    known.endMs = Math.max(known.endMs, toMs)
    known.tripSeconds += seconds
    known.outsideSeconds += seconds - inHours
    known.devices.add(names.device)
    if (names.driver !== null) known.drivers.add(names.driver)
    if (isFirst) {
      known.trips += 1
      known.cm += cm
    }
    isFirst = false
  }
}

function newDay(day: string, startMs: number, endMs: number): WorkDay {
  const names = { devices: new Set<string>(), drivers: new Set<string>() }
  return { day, ...names, startMs, endMs, tripSeconds: 0, outsideSeconds: 0, trips: 0, cm: 0 }
}

function secondsOf(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) / 1_000))
}
