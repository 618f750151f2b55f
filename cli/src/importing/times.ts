// Parses times in files.

const withoutZone = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/

/** ISO 8601, optionally with a blank instead of the T; without a zone it is in the given one. */
export function readTime(text: string, timeZone: string): string | undefined {
  const trimmed = text.trim().replace(' ', 'T')
  if (!withoutZone.test(trimmed)) return instantOf(Date.parse(trimmed.replace(/([+-]\d\d)$/, '$1:00')))
  if (timeZone === 'UTC') return instantOf(Date.parse(`${trimmed}Z`))
  try {
    return instantOf(Temporal.PlainDateTime.from(trimmed).toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

function instantOf(ms: number): string | undefined {
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
