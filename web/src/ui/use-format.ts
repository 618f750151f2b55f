// Formats numbers, distances and times in the user's language and units and the account's time zone.

import { createContext, useContext } from 'react'
import type { Clock, Units } from '../session/preferences.ts'
import type { Locales } from './locale.ts'

type Moment = Date | string | number

export const speeds = {
  metric: { perKmh: 1, unit: 'kilometer-per-hour' },
  imperial: { perKmh: 0.621371, unit: 'mile-per-hour' },
  nautical: { perKmh: 0.539957, unit: undefined },
} as const satisfies Record<Units, { perKmh: number; unit: string | undefined }>
export const distances = {
  metric: { perM: 0.001, unit: 'kilometer', mark: 'km' },
  imperial: { perM: 0.000621371, unit: 'mile', mark: 'mi' },
  nautical: { perM: 0.000539957, unit: undefined, mark: 'NM' },
} as const satisfies Record<Units, { perM: number; unit: string | undefined; mark: string }>
/** Thresholds and drift. At sea, too, short lengths are metres. */
const lengths = {
  metric: { perM: 1, unit: 'meter' },
  imperial: { perM: 3.280_839_895, unit: 'foot' },
  nautical: { perM: 1, unit: 'meter' },
} as const satisfies Record<Units, { perM: number; unit: string }>
const longestLengthM = 1_000

export type Format = ReturnType<typeof createFormat>

interface Region {
  locales: Locales
  clock: Clock
}

const hourCycles = { auto: undefined, '24': 'h23', '12': 'h12' } as const satisfies Record<Clock, unknown>

/** Intl has no knots and nautical miles: their symbols are the same in all our languages. */
export function createFormat(
  language: string,
  units: Units,
  timeZone: string | undefined,
  { locales, clock: clockChoice }: Region = {
    locales: { dates: language, numbers: language },
    clock: 'auto',
  },
) {
  const zone = timeZone ? { timeZone } : {}
  const hourCycle = hourCycles[clockChoice]
  const hours = { ...zone, ...(hourCycle && { hourCycle }) }
  // Creating a formatter is expensive; a list formats hundreds of numbers a second.
  const numbers = new Map<string, Intl.NumberFormat>()
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => {
    const key = Object.values(options).join(' ')
    const made = numbers.get(key) ?? new Intl.NumberFormat(locales.numbers, options)
    numbers.set(key, made)
    return made.format(value)
  }
  const measure = (value: number, unit: string | undefined, nautical: string, digits: number) =>
    unit
      ? number(value, { style: 'unit', unit, maximumFractionDigits: digits })
      : `${number(value, { maximumFractionDigits: digits })} ${nautical}`
  const clock = new Intl.DateTimeFormat(locales.dates, { ...hours, hour: '2-digit', minute: '2-digit' })
  // Minutes make it too long where it has AM and PM.
  const fullHour = clock.resolvedOptions().hour12
    ? new Intl.DateTimeFormat(locales.dates, { ...hours, hour: 'numeric' })
    : clock
  const seconds = new Intl.DateTimeFormat(locales.dates, { ...hours, timeStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locales.dates, { ...hours, dateStyle: 'medium', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locales.dates, { ...zone, dateStyle: 'medium' })
  const dayOfYear = new Intl.DateTimeFormat(locales.dates, { ...zone, day: 'numeric', month: 'short' })
  const weekday = new Intl.DateTimeFormat(locales.dates, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const letter = new Intl.DateTimeFormat(locales.dates, { weekday: 'narrow', timeZone: 'UTC' })
  const weekdayShort = new Intl.DateTimeFormat(locales.dates, { weekday: 'short', timeZone: 'UTC' })
  const weekdayName = new Intl.DateTimeFormat(locales.dates, { weekday: 'long', timeZone: 'UTC' })
  const wallClock = new Intl.DateTimeFormat(locales.dates, {
    ...(hourCycle && { hourCycle }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  const month = new Intl.DateTimeFormat(locales.dates, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const calendar = new Intl.DateTimeFormat(locales.dates, { dateStyle: 'long', timeZone: 'UTC' })
  // In the language alone: some regions write ages as "-34 s".
  const relative = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' })
  const span = new Intl.DurationFormat(language, { style: 'narrow' })
  // Alone, "24m" reads as metres.
  const shortSpan = new Intl.DurationFormat(language, { style: 'short' })

  /** A span of 0 s would be empty. */
  const secondsOf = (seconds: number) =>
    number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })

  function hoursOf(totalSeconds: number): string {
    const minutes = Math.round(totalSeconds / 60)
    if (minutes === 0) return secondsOf(Math.round(totalSeconds))
    const hours = Math.floor(minutes / 60)
    if (hours >= 24) return span.format({ hours: Math.round(minutes / 60) })
    return hours > 0 ? span.format({ hours, minutes: minutes % 60 }) : shortSpan.format({ minutes })
  }

  function distanceOf(meters: number): string {
    const { perM, unit } = distances[units]
    const value = meters * perM
    return measure(value, unit, 'NM', value < 10 ? 1 : 0)
  }

  return {
    number,
    speed(kmh: number): string {
      const { perKmh, unit } = speeds[units]
      return measure(kmh * perKmh, unit, 'kn', 0)
    },
    distance: distanceOf,
    volume: (litres: number) =>
      number(litres, { style: 'unit', unit: 'liter', maximumFractionDigits: litres < 100 ? 1 : 0 }),
    /** 124, where the unit is known and does not fit. */
    roundDistance: (meters: number) =>
      number(meters * distances[units].perM, {
        maximumFractionDigits: meters * distances[units].perM < 10 ? 1 : 0,
      }),
    /** 80 m, 260 ft; from a kilometre on as a distance. */
    length(meters: number): string {
      if (meters >= longestLengthM) return distanceOf(meters)
      const { perM, unit } = lengths[units]
      return measure(meters * perM, unit, '', 0)
    },
    /** 09:41 */
    time: (at: Moment) => clock.format(new Date(at)),
    /** 09:00, 9 AM: of an instant at a full hour. */
    fullHour: (at: Moment) => fullHour.format(new Date(at)),
    /** 09:41:20 */
    timeWithSeconds: (at: Moment) => seconds.format(new Date(at)),
    /** 15 Nov 2026, 09:41 */
    dateTime: (at: Moment) => moment.format(new Date(at)),
    /** 15 Nov 2026 */
    date: (at: Moment) => day.format(new Date(at)),
    /** 15 Nov, where a year would not fit. */
    dayAndMonth: (at: Moment) => dayOfYear.format(new Date(at)),
    /** 30 November 2026, for a date without a time: a calendar day of the account, in any zone. */
    calendarDay: (date: string) => calendar.format(new Date(`${date}T00:00:00Z`)),
    /** Tue, 17 Nov: the same, short. */
    weekday: (date: string) => weekday.format(new Date(`${date}T00:00:00Z`)),
    /** November 2026, for 2026-11. */
    month: (yearAndMonth: string) => month.format(new Date(`${yearAndMonth}-01T00:00:00Z`)),
    /** M, T, W: of 1 (Monday) to 7. */
    weekdayLetter: (isoDay: number) => letter.format(Date.UTC(2026, 5, isoDay)),
    /** Mon, Tue: of 1 (Monday) to 7. */
    weekdayShort: (isoDay: number) => weekdayShort.format(Date.UTC(2026, 5, isoDay)),
    /** Monday, Tuesday: of 1 (Monday) to 7. */
    weekdayName: (isoDay: number) => weekdayName.format(Date.UTC(2026, 5, isoDay)),
    /** 07:00 or 7:00 AM, for 07:00: a time of day without a date. */
    timeOfDay: (time: string) => wallClock.format(new Date(`1970-01-01T${time}:00Z`)),
    /** 1 (Monday) to 7, by the region. */
    firstWeekday: firstWeekdayOf(locales.dates),
    /** 3 min ago */
    age(at: Moment, now: Moment = Date.now()): string {
      const [value, unit] = largestUnit((new Date(at).getTime() - new Date(now).getTime()) / 1000)
      return relative.format(value, unit)
    },
    /** 1 h 30 min 5 s: not rounded, for values that were entered. */
    exactDuration(totalSeconds: number): string {
      const [days, hours, minutes, seconds] = [
        Math.floor(totalSeconds / 86_400),
        Math.floor(totalSeconds / 3_600) % 24,
        Math.floor(totalSeconds / 60) % 60,
        totalSeconds % 60,
      ]
      if (totalSeconds === 0) return secondsOf(0)
      if (totalSeconds === minutes * 60) return shortSpan.format({ minutes })
      return span.format({ days, hours, minutes, seconds })
    },
    /** 1 h 24 min, 2 d 14 h */
    duration(totalSeconds: number): string {
      const hours = Math.floor(Math.round(totalSeconds / 60) / 60)
      const days = Math.floor(hours / 24)
      return days > 0 ? span.format({ days, hours: hours % 24 }) : hoursOf(totalSeconds)
    },
    /** 1 h 24 min, 62 h: for working times, which are never counted in days. */
    hours: hoursOf,
    /** 62 h 20 min: the same with minutes, where somebody may add them up. */
    hoursAndMinutes(totalSeconds: number): string {
      const minutes = Math.round(totalSeconds / 60)
      if (minutes < 24 * 60) return hoursOf(totalSeconds)
      return span.format({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    },
  }
}

function firstWeekdayOf(locale: string): number {
  // Not in every browser, nor in TypeScript's library.
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): { firstDay: number } }
  return known.getWeekInfo?.().firstDay ?? 1
}

function largestUnit(secondsFromNow: number): [number, Intl.RelativeTimeFormatUnit] {
  const steps = [
    [86_400 * 365, 'year'],
    [86_400 * 30, 'month'],
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  for (const [size, unit] of steps) {
    if (Math.abs(secondsFromNow) >= size) return [Math.trunc(secondsFromNow / size), unit]
  }
  // "0 s ago" instead of "in 0 s": trackers' clocks are slightly off.
  return [Math.round(secondsFromNow) || -0, 'second']
}

/** Shared by all components: one per row would be too expensive. */
export const FormatContext = createContext<Format | undefined>(undefined)

export function useFormat(): Format {
  const format = useContext(FormatContext)
  if (!format) throw new Error('useFormat needs a FormatProvider')
  return format
}
