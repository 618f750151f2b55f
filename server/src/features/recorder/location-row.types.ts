/** A tracker is known by its identifier, a device of the API by its account and public identifier. */
export type Who = string | [accountId: number, deviceId: string]

/**
 * How whoever brought a location proved that he may: by a secret, by where he connected from, or not at all, but for the
 * identifier that he named.
 */
export type Trust = 'secret' | 'network' | 'identifier'

/** A location on its way from whoever heard it to the store: the columns of its row, in order. */
export type LocationRow = [
  who: Who,
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
  /** Absent: `identifier`, as most trackers have nothing else. */
  trust?: Exclude<Trust, 'identifier'>,
]

/** A message of the log. `answer` says where the writer waits to hear that it is stored. */
export interface LocationBatch {
  rows: LocationRow[]
  /** Of the past, from another system: to be stored, and nothing else. */
  history?: true
  answer?: { to: string; id: string }
  /** The `traceparent` of rows that are traced, by their index. */
  traces?: Record<number, string>
}

/** What became of the rows of a batch. */
export interface Recorded {
  stored: number
  duplicates: number
}
