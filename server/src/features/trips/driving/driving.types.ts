export const purposes = ['unset', 'business', 'private', 'commute'] as const
export type Purpose = (typeof purposes)[number]

export const driverSources = ['tag', 'assignment', 'user'] as const
export type DriverSource = (typeof driverSources)[number]

/** Who drove a trip, and what users state of it. */
export interface Driving {
  driver: { id: string; name: string; source: DriverSource } | null
  /** The tag that was reported, also if it is of nobody. */
  driverTag: string | null
  purpose: Purpose
  note: string | null
}

export const noDriving: Driving = { driver: null, driverTag: null, purpose: 'unset', note: null }

/** A trip, by its device and its time. */
export interface DrivenTrip {
  deviceNumber: number
  beganAtMs: number
  /** The end, or how far an open trip is known. */
  untilMs: number
}
