/** What a share may show of a location besides coordinates and time. */
export const shareFields = [
  'speed',
  'course',
  'altitude',
  'accuracy',
  'battery',
  'ignition',
  'moving',
  'mileage',
  'fuel',
  'temperature',
  'humidity',
] as const
export type ShareField = (typeof shareFields)[number]

export interface NewShare {
  name: string
  devices: string[]
  type: 'live' | 'historic'
  /** For a historic share. */
  from?: string
  to?: string
  expiresAt?: string
  fields?: ShareField[]
  showNames?: boolean
}

/** The editable fields of a share. */
export interface ShareDocument {
  name: string
  expiresAt: string
}

export interface StoredShare {
  number: number
  id: string
  version: number
  name: string
  secretSealed: Buffer
  expiresAt: Date
}

/** A share as holders of its secret may use it. */
export interface OpenShare {
  accountId: number
  number: number
  name: string
  /** Undefined for a live share. */
  period: { from: Date; to: Date } | undefined
  createdAt: Date
  expiresAt: Date
  fields: readonly ShareField[]
  showsNames: boolean
  devices: readonly SharedDevice[]
}

export interface SharedDevice {
  /** Its number in the share, from 1. */
  ordinal: number
  deviceNumber: number
  deviceId: string
  name: string
}
