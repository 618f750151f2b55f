import type { Static } from 'typebox'
import type { Hours } from '../../../platform/time/weekly-hours.ts'

/** Participants in turn, each until the next handover. */
export interface Layer {
  name: string
  rotation: 'daily' | 'weekly'
  /** Of a weekly rotation: Monday is 1. */
  handoverWeekday: number
  /** Local time. */
  handoverTime: string
  /** The first participant begins with the first handover on or after this date. */
  startsOn: string
  /** Ids of contacts or users, in order. */
  participants: string[]
  /** When the layer is on call. Empty: always. */
  hours: Static<typeof Hours>[]
}

/** Somebody else, for a while. */
export interface Override {
  id: string
  from: Date
  to: Date
  participant: string
}

/** Later layers come before earlier ones, overrides before all. */
export interface Rota {
  timeZone: string
  layers: Layer[]
  overrides: Override[]
}

export interface OnCall {
  participant: string
  /** Counts from 0; null for an override. */
  layer: number | null
  overrideId: string | null
}

/** Without `onCall`: a gap. */
export interface Shift {
  from: Date
  to: Date
  onCall: OnCall | undefined
}

export interface ScheduleDocument {
  name: string
  timeZone?: string
  layers: (Partial<Layer> & Pick<Layer, 'startsOn' | 'participants'>)[]
}

export interface WholeSchedule {
  name: string
  timeZone: string
  layers: Layer[]
}

export interface StoredSchedule extends WholeSchedule {
  id: string
  number: number
  version: number
}
