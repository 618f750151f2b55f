// Converts between instants and datetime inputs in a time zone.

export function localOf(atMs: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' })
}

/** An hour that is skipped or repeated is read as in RFC 5545. */
export function instantOf(local: string, timeZone: string): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString()
}
