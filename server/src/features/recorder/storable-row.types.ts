import type { LocationRow } from './location-row.types.ts'

export interface KnownDevice {
  deviceNumber: number
  deviceId: string
  accountId: number
  class: number
  /** The account's home is another cell; its rows in this one are outdated or not in use yet. */
  isElsewhere: boolean
}

export interface StorableRow {
  row: LocationRow
  device: KnownDevice
}
