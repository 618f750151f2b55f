/**
 * For parameters of type `timestamptz`, in whole milliseconds, as all times are stored. They are not converted by
 * PostgreSQL: under row-level security, a condition that contains such a call cannot use an index, nor choose
 * partitions.
 */
export function toTimestamp(atMs: number): string {
  if (Number.isFinite(atMs)) return new Date(atMs).toISOString()
  return atMs > 0 ? 'infinity' : '-infinity'
}
