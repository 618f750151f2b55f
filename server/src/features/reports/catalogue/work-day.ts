// A working day: the parts of trips within it. Pure.

import type { LocalDay } from '../../trips/device-days.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import type { WorkingHours } from '../report.types.ts'
import { weekdays } from '../report.types.ts'

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

/** Those that reach into a day: its own, and those of the night before. They do not overlap. */
export type WorkHoursOf = (day: string) => { fromMs: number; toMs: number }[]

export const defaultWorkingHours: WorkingHours = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  from: '07:00',
  to: '19:00',
}

/** By the clock of the time zone. */
export function createWorkHours(
  timeZone: string,
  { days, from, to }: WorkingHours = defaultWorkingHours,
): WorkHoursOf {
  const known = new Map<string, ReturnType<WorkHoursOf>>()
  const isOvernight = to <= from
  const beginningOn = (date: Temporal.PlainDate) => {
    if (!days.includes(weekdays[date.dayOfWeek - 1]!)) return []
    const end = isOvernight ? date.add({ days: 1 }) : date
    const [fromMs, toMs] = [atMs(date, from, timeZone), atMs(end, to, timeZone)]
    return [{ fromMs, toMs }]
  }
  return (day) => {
    const date = Temporal.PlainDate.from(day)
    const hours = known.get(day) ?? [
      ...(isOvernight ? beginningOn(date.subtract({ days: 1 })) : []),
      ...beginningOn(date),
    ]
    known.set(day, hours)
    return hours
  }
}

function atMs(date: Temporal.PlainDate, plainTime: string, timeZone: string): number {
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
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
    const inHours = hoursOf(day).reduce(
      (sum, hours) => sum + secondsOf(Math.max(fromMs, hours.fromMs), Math.min(toMs, hours.toMs)),
      0,
    )
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
