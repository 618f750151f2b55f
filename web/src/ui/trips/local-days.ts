// Days of the account's time zone. On clock changes they have 23, 25 or 24.5 hours, and at a date line some days do not
// exist.

/** Its first instant, and the first of the next day. */
export interface LocalDay {
  day: string
  fromMs: number
  toMs: number
}

export function localDay(day: string, timeZone: string): LocalDay {
  const date = Temporal.PlainDate.from(day)
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds
  return { day, fromMs: startOf(date), toMs: startOf(date.add({ days: 1 })) }
}

export function dayOf(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The next or the previous day that exists. */
export function shiftDay(day: string, by: 1 | -1, timeZone: string): string {
  let date = Temporal.PlainDate.from(day)
  for (;;) {
    date = date.add({ days: by })
    const { fromMs, toMs } = localDay(date.toString(), timeZone)
    if (toMs > fromMs) return date.toString()
  }
}

/** Dates sort as text. */
export function laterDay(one: string, other: string): string {
  return [one, other].toSorted()[1]!
}

/** The days that a period touches. */
export function daysOf(fromMs: number, toMs: number, timeZone: string): LocalDay[] {
  const days: LocalDay[] = []
  let day = localDay(dayOf(fromMs, timeZone), timeZone)
  for (; day.fromMs < toMs; day = localDay(shiftDay(day.day, 1, timeZone), timeZone)) days.push(day)
  return days
}

export interface HourMark {
  hour: number
  atMs: number
}

/** The full hours of a day by the clock: one that is repeated has two marks, one that is skipped has none. */
export function hourMarks({ day, toMs }: LocalDay, timeZone: string): HourMark[] {
  const date = Temporal.PlainDate.from(day)
  const found = new Map<number, HourMark>()
  for (let hour = 0; hour < 24; hour += 1) {
    for (const disambiguation of ['earlier', 'later'] as const) {
      const moment = date.toPlainDateTime({ hour }).toZonedDateTime(timeZone, { disambiguation })
      const atMs = moment.epochMilliseconds
      if (moment.hour === hour && moment.minute === 0 && atMs < toMs) found.set(atMs, { hour, atMs })
    }
  }
  return [...found.values()].sort((one, other) => one.atMs - other.atMs)
}
