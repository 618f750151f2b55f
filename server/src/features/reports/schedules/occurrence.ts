// When a schedule is due, and for which days. Local days are those of the time zone: they have 23 to 25 hours, times that
// do not exist or exist twice, and some days do not exist at all.

import { weekdays } from '../report.types.ts'
import type { DatePeriod, PeriodName, Rhythm } from './schedule.types.ts'

export interface Timing {
  rhythm: Rhythm
  /** As in 07:30. */
  time: string
}

export interface Occurrence {
  /** The day by which it is identified. */
  on: string
  dueAt: Date
}

/** Longer than the longest distance of two occurrences. */
const longestGapDays = 40

/** The first occurrence that is due after this instant, not before the given day. */
export function firstAfter(timing: Timing, zone: string, instant: Date, notBefore?: string): Occurrence {
  let date = localDate(instant, zone).subtract({ days: 1 })
  if (notBefore) date = later(date, Temporal.PlainDate.from(notBefore))
  for (;;) {
    date = dateFrom(timing.rhythm, date)
    const dueAt = dueOn(timing, zone, date)
    if (dueAt && dueAt > instant) return { on: date.toString(), dueAt }
    date = date.add({ days: 1 })
  }
}

/** The newest occurrence from `notBefore` on that is due at this instant: of several that were missed, the last one. */
export function newestDue(
  timing: Timing,
  zone: string,
  instant: Date,
  notBefore: string,
): Occurrence | undefined {
  const earliest = localDate(instant, zone).subtract({ days: longestGapDays })
  let date = later(Temporal.PlainDate.from(notBefore), earliest)
  let newest: Occurrence | undefined
  for (;;) {
    date = dateFrom(timing.rhythm, date)
    const dueAt = dueOn(timing, zone, date)
    if (dueAt && dueAt > instant) return newest
    if (dueAt) newest = { on: date.toString(), dueAt }
    date = date.add({ days: 1 })
  }
}

/**
 * Undefined if the day does not exist in the zone and the next day has its own report. A time that does not exist is
 * later by the gap, and of one that exists twice the first counts.
 */
export function dueOn(
  { rhythm, time }: Timing,
  zone: string,
  date: Temporal.PlainDate | string,
): Date | undefined {
  const day = Temporal.PlainDate.from(date)
  const due = day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
  const isSkipped = Temporal.PlainDate.compare(due.toPlainDate(), day) !== 0
  if (isSkipped && rhythm.every === 'daily') return undefined
  return new Date(due.epochMilliseconds)
}

/** The days that are reported by the occurrence of this day. */
export function periodBefore(name: PeriodName, zone: string, on: string): DatePeriod {
  const day = Temporal.PlainDate.from(on)
  if (name === 'yesterday') {
    const yesterday = day.toZonedDateTime(zone).subtract({ nanoseconds: 1 }).toPlainDate().toString()
    return { from: yesterday, to: yesterday }
  }
  if (name === 'lastWeek') {
    const monday = day.subtract({ days: day.dayOfWeek - 1 + 7 })
    return { from: monday.toString(), to: monday.add({ days: 6 }).toString() }
  }
  const first = day.with({ day: 1 }).subtract({ months: 1 })
  return { from: first.toString(), to: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

/** The day after. */
export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/** The first day from this one on that the rhythm names. */
function dateFrom(rhythm: Rhythm, date: Temporal.PlainDate): Temporal.PlainDate {
  if (rhythm.every === 'daily') return date
  if (rhythm.every === 'weekly') {
    const wanted = weekdays.indexOf(rhythm.weekday) + 1
    return date.add({ days: (wanted - date.dayOfWeek + 7) % 7 })
  }
  const wanted = rhythm.day === 'last' ? 31 : rhythm.day
  const inMonth = date.with({ day: wanted })
  if (Temporal.PlainDate.compare(inMonth, date) >= 0) return inMonth
  return date.with({ day: 1 }).add({ months: 1 }).with({ day: wanted })
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? one : other
}

function localDate(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate()
}
