/** A tracker is named by its identifier, a device of the API by its account and public identifier. */
export type DeviceRef = string | [accountId: number, deviceId: string]

/**
 * How the sender of a location was authenticated: by a secret, by the network it connected from, or by nothing but
 * the identifier that it named.
 */
export type Trust = 'secret' | 'network' | 'identifier'

/** A location between its reception and the store, as it is written to the log. location-row.api.ts has accessors. */
export type LocationRow = [
  deviceRef: DeviceRef,
  fixedAtMs: number,
  receivedAtMs: number,
  latitudeE7: number | null,
  longitudeE7: number | null,
  fingerprint: number,
  altitudeM: number | null,
  speedTenthKmh: number | null,
  courseTenthDeg: number | null,
  accuracyM: number | null,
  satellites: number | null,
  more: Record<string, unknown> | null,
  protocol: string,
  /** Absent or null: `identifier`, the usual case. */
  trust?: Exclude<Trust, 'identifier'> | null,
  /**
   * A report without a position. A recorder that does not know the mark stores it as a location without coordinates, and
   * judges it: nothing is lost while the processes are upgraded.
   */
  kind?: 'status',
]

/** A message of the log. `answer` is where the writer waits for the number of stored rows. */
export interface LocationBatch {
  rows: LocationRow[]
  /** Imported from another system: stored, but neither judged nor published. */
  history?: true
  answer?: { to: string; id: string }
  /** The `traceparent` of traced rows, by row index. */
  traces?: Record<number, string>
}

/** The outcome of a batch. */
export interface Recorded {
  stored: number
  duplicates: number
}
