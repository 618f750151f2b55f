/** A device, and one of its days; without it, any. */
export interface SampledDay {
  accountId: number
  deviceNumber: number
  day?: string
}

export interface Difference extends SampledDay {
  account: string
  device: string
  day: string
  /** What differs, for the operator. */
  what: string
}

export interface TripCheck {
  finishedAt: Date
  /** Days that were compared. */
  deviceDays: number
  differing: number
  /** The first of them. */
  differences: Difference[]
}
