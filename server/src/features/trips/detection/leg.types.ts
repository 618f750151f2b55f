import type { LocalDay } from './local-days.ts'

/** Engine time of a part of a leg, in one local day. */
export interface EngineDay {
  day: string
  /** Time in which the engine is known to be on. */
  onSeconds: number
  /** The same, or by the device's counter; null if unknown. */
  engineSeconds: number | null
}

/** The way between two consecutive usable locations, with everything that counts in it. */
export interface Leg {
  fromMs: number
  toMs: number
  firstDay: LocalDay
  lastDay: LocalDay
  /** On a straight line. */
  metres: number
  kmh: number
  isSilent: boolean
  isStanding: boolean
  isBridged: boolean
  cm: number
  driftCm: number
  deviceCm: number | null
  odometerBreaks: number
  engine: EngineDay[]
  idlings: number
  speedTenthKmh: number | null
  /** The last cut before it, if it is not certain whether that counts. */
  part: number | undefined
}
