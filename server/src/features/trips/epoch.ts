/** For `to_timestamp`: PostgreSQL has infinite timestamps too. */
export function toEpochSeconds(atMs: number): number | string {
  if (Number.isFinite(atMs)) return atMs / 1_000
  return atMs > 0 ? 'Infinity' : '-Infinity'
}
