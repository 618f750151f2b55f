/** A plan as clients write it. At least one interval; without groups and devices it applies to all devices. */
export interface PlanDocument {
  name: string
  everyKm?: number | null
  everyHours?: number | null
  everyDays?: number | null
  /** Default: a tenth of the interval. */
  warnKm?: number | null
  warnHours?: number | null
  warnDays?: number | null
  groups?: string[]
  devices?: string[]
}

export interface WholePlan {
  name: string
  everyKm: number | null
  everyHours: number | null
  everyDays: number | null
  warnKm: number | null
  warnHours: number | null
  warnDays: number | null
  groups: string[]
  devices: string[]
}

export interface StoredPlan extends WholePlan {
  id: string
  number: number
  version: number
}
