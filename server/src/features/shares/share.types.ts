/** What a share may show of a location beside place and time. */
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
  kind: 'live' | 'historic'
  /** Of a historic share. */
  from?: string
  to?: string
  expires?: string
  fields?: ShareField[]
  showNames?: boolean
}

/** What may be changed of a share. */
export interface ShareDocument {
  name: string
  expires: string
}

export interface StoredShare {
  number: number
  id: string
  version: number
  name: string
  secretSealed: Buffer
  expiresAt: Date
}

/** A share as whoever has its secret may use it. */
export interface OpenShare {
  accountId: number
  number: number
  name: string
  /** Absent: live. */
  period: { from: Date; to: Date } | undefined
  createdAt: Date
  expiresAt: Date
  fields: readonly ShareField[]
  showsNames: boolean
  devices: readonly SharedDevice[]
}

export interface SharedDevice {
  /** What it is called in the share. */
  place: number
  deviceNumber: number
  deviceId: string
  name: string
}
