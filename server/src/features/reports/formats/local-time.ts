// Wall-clock time of a zone. Reports have millions of instants, and asking the runtime for each offset takes longer than
// all other work on a cell.

export interface LocalTime {
  /** As if the wall clock were that of UTC: its ISO text shows the local time. */
  toLocalMs(instantMs: number): number
  /** As in 2026-11-18T07:05:09, without the fraction of the second. */
  text(instantMs: number): string
  /** As in +05:30. */
  offsetText(instantMs: number): string
}

/** Offsets of all zones change at full quarters of an hour. */
const quarterMs = 900_000
const maxQuarters = 50_000
const dayMs = 86_400_000

export function createLocalTime(timeZone: string): LocalTime {
  const offsets = new Map<number, number>()
  // Nearly all instants are in the day of the previous one.
  let latest = { day: Number.NaN, text: '' }

  function offsetMs(instantMs: number): number {
    const quarter = Math.floor(instantMs / quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size >= maxQuarters) offsets.clear()
    const at = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(timeZone)
    const offset = at.offsetNanoseconds / 1e6
    offsets.set(quarter, offset)
    return offset
  }

  function dateText(day: number): string {
    if (latest.day !== day) latest = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) }
    return latest.text
  }

  return {
    toLocalMs: (instantMs) => instantMs + offsetMs(instantMs),
    text(instantMs) {
      const localMs = instantMs + offsetMs(instantMs)
      const day = Math.floor(localMs / dayMs)
      const seconds = Math.floor((localMs - day * dayMs) / 1_000)
      const minutes = Math.floor(seconds / 60)
      const clock = [Math.floor(minutes / 60), minutes % 60, seconds % 60].map(twoDigits).join(':')
      return `${dateText(day)}T${clock}`
    },
    offsetText(instantMs) {
      const minutes = Math.round(offsetMs(instantMs) / 60_000)
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
    },
  }
}

export const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value))
