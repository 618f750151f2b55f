// Parses a period as users write it: `now-24h`, `now/d`, a date, a time. Days are those of the account's time zone,
// so the arithmetic uses Temporal: a day of a clock change has 23 or 25 hours.

import { dayOf } from '../trips/local-days.ts'

export interface PeriodText {
  from: string
  to: string
}
export interface Period {
  fromMs: number
  toMs: number
}
/** `isLive`: it reaches to the present, and grows with it. */
export interface ShownPeriod extends Period {
  isLive: boolean
}
export type PeriodFault = 'from' | 'to' | 'order'
type Edge = 'from' | 'to'

export const defaultPeriod: PeriodText = { from: 'now-24h', to: 'now' }
export const periodPresets = {
  today: { from: 'now/d', to: 'now' },
  yesterday: { from: 'now-1d/d', to: 'now-1d/d' },
  week: { from: 'now/w', to: 'now' },
  lastWeek: { from: 'now-1w/w', to: 'now-1w/w' },
  month: { from: 'now/M', to: 'now' },
  lastMonth: { from: 'now-1M/M', to: 'now-1M/M' },
  '24h': { from: 'now-24h', to: 'now' },
  '7d': { from: 'now-7d', to: 'now' },
} as const satisfies Record<string, PeriodText>
export type PeriodPreset = keyof typeof periodPresets
export const presetNames = Object.keys(periodPresets) as PeriodPreset[]

const units = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  M: 'months',
  y: 'years',
} as const
type Unit = keyof typeof units
const relative = /^now((?:[+-]\d{1,5}[smhdwMy])*)(?:\/([hdwMy]))?$/

export function presetOf({ from, to }: PeriodText): PeriodPreset | undefined {
  return presetNames.find((name) => periodPresets[name].from === from && periodPresets[name].to === to)
}

export function readPeriod(
  text: PeriodText,
  nowMs: number,
  timeZone: string,
): Period | { fault: PeriodFault } {
  const fromMs = readMoment(text.from, 'from', nowMs, timeZone)
  if (fromMs === undefined) return { fault: 'from' }
  const toMs = readMoment(text.to, 'to', nowMs, timeZone)
  if (toMs === undefined) return { fault: 'to' }
  return fromMs < toMs ? { fromMs, toMs } : { fault: 'order' }
}

/** `/d` and a bare date mean the whole day: its first instant as `from`, its last as `to`. */
function readMoment(text: string, edge: Edge, nowMs: number, timeZone: string): number | undefined {
  const [isRelative, steps = '', rounding] = relative.exec(text.trim()) ?? []
  if (isRelative === undefined) return readAbsolute(text.trim(), edge, timeZone)
  let moment = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  for (const [, sign, count, unit] of steps.matchAll(/([+-])(\d+)([smhdwMy])/g)) {
    moment = moment.add({ [units[unit as Unit]]: Number(count) * (sign === '-' ? -1 : 1) })
  }
  return (rounding ? rounded(moment, rounding as Unit, edge) : moment).epochMilliseconds
}

function rounded(moment: Temporal.ZonedDateTime, unit: Unit, edge: Edge): Temporal.ZonedDateTime {
  const begin = beginOf(moment, unit)
  return edge === 'from' ? begin : beginOf(begin.add({ [units[unit]]: 1 }), unit)
}

function beginOf(moment: Temporal.ZonedDateTime, unit: Unit): Temporal.ZonedDateTime {
  if (unit === 'h') return moment.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const day = moment.startOfDay()
  if (unit === 'w') return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay()
  if (unit === 'M') return day.with({ day: 1 }).startOfDay()
  return unit === 'y' ? day.with({ month: 1, day: 1 }).startOfDay() : day
}

function readAbsolute(text: string, edge: Edge, timeZone: string): number | undefined {
  try {
    if (/(Z|[+-]\d\d:?\d\d)$/i.test(text) && text.includes('T')) {
      return Temporal.Instant.from(text).epochMilliseconds
    }
    if (!text.includes('T') && !text.includes(' ')) {
      const day = Temporal.PlainDate.from(text)
      return (edge === 'from' ? day : day.add({ days: 1 })).toZonedDateTime(timeZone).epochMilliseconds
    }
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return undefined
  }
}

/** The first and the last day that a period touches, for requests about whole days. */
export function touchedDays({ fromMs, toMs }: Period, timeZone: string): { from: string; to: string } {
  return { from: dayOf(fromMs, timeZone), to: dayOf(toMs - 1, timeZone) }
}

/** For a datetime-local field: 2026-11-15T09:41 in the time zone. */
export function localText(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}

/** For the URL: short and unambiguous. */
export function momentText(atMs: number): string {
  return new Date(Math.floor(atMs / 1_000) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** For requests. */
export function toQuery({ fromMs, toMs }: Period): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

/** The day that contains a moment, in the time zone. */
export function dayAround(atMs: number, timeZone: string): PeriodText {
  const day = dayOf(atMs, timeZone)
  return { from: day, to: day }
}
