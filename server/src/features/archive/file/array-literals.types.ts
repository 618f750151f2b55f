/** Rows as PostgreSQL array literals, one for each column: for `unnest`, and as `array_agg(…)::text` returns them. */
export interface ArrayLiterals {
  count: number
  /** int[] */
  accountId: string
  /** int[] */
  deviceNumber: string
  /** Milliseconds, float8[] or bigint[] */
  fixedAtMs: string
  /** Milliseconds, float8[] or bigint[] */
  receivedAtMs: string
  /** int[] */
  fingerprint: string
  /** int[] */
  latitudeE7: string
  /** int[] */
  longitudeE7: string
  /** smallint[] */
  altitudeM: string
  /** smallint[] */
  speedTenthKmh: string
  /** smallint[] */
  courseTenthDeg: string
  /** smallint[] */
  accuracyM: string
  /** smallint[] */
  satellites: string
  /** jsonb[] or text[] */
  more: string
}
