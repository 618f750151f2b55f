/** For `to_timestamp`: PostgreSQL has infinite timestamps too. */
export function toEpochSeconds(atMs: number): number | string {
  if (Number.isFinite(atMs)) return atMs / 1_000
  return atMs > 0 ? 'Infinity' : '-Infinity'
}

/** Nothing is tracked before. PostgreSQL has no year 0, which the local day of an instant in the year 1 may be in. */
export const earliestMs = Date.parse('2000-01-01T00:00:00Z')
