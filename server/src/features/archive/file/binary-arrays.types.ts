/** Rows as the elements of PostgreSQL arrays in binary form, one array for each column. */
export interface ArrayElements {
  count: number
  /** int4 */
  accountId: Uint8Array
  /** int4 */
  deviceNumber: Uint8Array
  /** timestamptz */
  fixedAt: Uint8Array
  /** timestamptz */
  receivedAt: Uint8Array
  /** int4 */
  fingerprint: Uint8Array
  /** int4 */
  latitudeE7: Uint8Array
  /** int4 */
  longitudeE7: Uint8Array
  /** int2 */
  altitudeM: Uint8Array
  /** int2 */
  speedTenthKmh: Uint8Array
  /** int2 */
  courseTenthDeg: Uint8Array
  /** int2 */
  accuracyM: Uint8Array
  /** int2 */
  satellites: Uint8Array
  /** jsonb */
  more: Uint8Array
}
