/** Integers of a column that may be null. The value of a null is 0. */
export interface NullableInts {
  values: Int32Array
  /** 1 where the value is null. Undefined if none is. */
  isNull: Uint8Array | undefined
}

/** Texts in UTF-8, as slices of one buffer. Texts that follow each other are often the same slice. */
export interface Texts {
  bytes: Uint8Array
  starts: Int32Array
  /** Of bytes; -1 if the text is null. */
  lengths: Int32Array
}

/** Locations as columns, ordered by account, device, time and fingerprint. */
export interface ArchivedRows {
  count: number
  accountId: Int32Array
  deviceNumber: Int32Array
  /** Whole milliseconds. */
  fixedAtMs: Float64Array
  /** Whole milliseconds. */
  receivedAtMs: Float64Array
  fingerprint: Int32Array
  latitudeE7: NullableInts
  longitudeE7: NullableInts
  altitudeM: NullableInts
  speedTenthKmh: NullableInts
  courseTenthDeg: NullableInts
  accuracyM: NullableInts
  satellites: NullableInts
  /** JSON exactly as PostgreSQL prints it. */
  more: Texts
}
