// Wall-clock time of a zone. Reports have millions of instants, and asking the runtime for each offset takes longer than
// all other work on a cell.

export interface LocalTime {
  /** As if the wall clock were that of UTC: its ISO text shows the local time. */
  toLocalMs(instantMs: number): number
  /** As in +05:30. */
  offsetText(instantMs: number): string
}

/** Offsets of all zones change at full quarters of an hour. */
const quarterMs = 900_000
const maxQuarters = 50_000

export function createLocalTime(timeZone: string): LocalTime {
  const offsets = new Map<number, number>()

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

  return {
    toLocalMs: (instantMs) => instantMs + offsetMs(instantMs),
    offsetText(instantMs) {
      const minutes = Math.round(offsetMs(instantMs) / 60_000)
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
    },
  }
}

export const twoDigits = (value: number) => String(value).padStart(2, '0')
