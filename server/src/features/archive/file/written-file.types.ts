/** A row group: what a reader needs to fetch and decode it with one ranged read, without the footer of the file. */
export interface ArchivedGroup {
  /** Of its first row in the file. */
  firstRow: number
  rows: number
  /** Of its bytes in the file. */
  offset: number
  bytes: number
  /** Of its bytes: damaged ones are refused. */
  crc32: number
  /** The key of its first row: it contains the rows from there up to the first row of the next group. */
  accountId: number
  deviceNumber: number
  fixedAtMs: number
}

export interface ArchivedDevice {
  accountId: number
  deviceNumber: number
  firstRow: number
  rows: number
  firstFixedAtMs: number
  lastFixedAtMs: number
  fingerprintSum: bigint
}

/** What the manifest stores about a file. */
export interface WrittenFile {
  bytes: number
  rows: number
  fingerprintSum: bigint
  groups: ArchivedGroup[]
  /** In the order of the file. */
  devices: ArchivedDevice[]
}
