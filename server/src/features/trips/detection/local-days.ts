// The days of a time zone: of 23, 25 or 24.5 hours, and without the dates that were skipped.

export interface LocalDay {
  /** As in 2026-11-17. */
  day: string
  startMs: number
  endMs: number
}

export interface LocalDays {
  zone: string
  at(instantMs: number): LocalDay
  of(day: string): LocalDay
}

/** Remembers the last two days, because nearly all locations of a track are in the day of the previous one. */
export function createLocalDays(zone: string): LocalDays {
  let current = localDayAt(zone, 0)
  let previous = current
  return {
    zone,
    at(instantMs) {
      if (instantMs >= current.startMs && instantMs < current.endMs) return current
      const found =
        instantMs >= previous.startMs && instantMs < previous.endMs ? previous : localDayAt(zone, instantMs)
      previous = current
      current = found
      return found
    },
    of(day) {
      const date = Temporal.PlainDate.from(day)
      return { day, startMs: startOf(date, zone), endMs: startOf(date.add({ days: 1 }), zone) }
    },
  }
}

function localDayAt(zone: string, instantMs: number): LocalDay {
  const instant = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
  let date = instant.toPlainDate()
  let startMs = startOf(date, zone)
  let next = date.add({ days: 1 })
  let endMs = startOf(next, zone)
  // Clocks that are set back across midnight repeat the end of a date after the next one has begun. A date that was
  // skipped begins and ends at once.
  while (instantMs >= endMs) {
    date = next
    startMs = endMs
    next = date.add({ days: 1 })
    endMs = startOf(next, zone)
  }
  return { day: date.toString(), startMs, endMs }
}

function startOf(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds
}

/** Whole seconds between two instants. Adjacent intervals add up to the seconds of both together. */
export function secondsBetween(fromMs: number, toMs: number): number {
  return Math.floor(toMs / 1_000) - Math.floor(fromMs / 1_000)
}

/** The part of an interval that lies in a day. Days without a location have no sums, but their seconds follow from this. */
export function secondsWithin({ startMs, endMs }: LocalDay, fromMs: number, toMs: number): number {
  return Math.max(0, secondsBetween(Math.max(fromMs, startMs), Math.min(toMs, endMs)))
}
