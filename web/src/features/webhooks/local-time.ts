// Between instants and what an input of date and time holds, by the clock of a time zone.

export function localOf(atMs: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' })
}

/** An hour that the clock skips or repeats is read as RFC 5545 does. */
export function instantOf(local: string, timeZone: string): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString()
}
