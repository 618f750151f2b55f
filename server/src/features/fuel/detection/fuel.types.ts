/** A reading of a fuel sensor while the vehicle stands. */
export interface FuelReading {
  atMs: number
  ml: number
  /** Null: the tracker does not report it. */
  isEngineOn: boolean | null
}

/** A stop of the track, or a part of a long one, with its readings in the order of time. */
export interface FuelStop {
  beganAtMs: number
  /** Null while the vehicle stands there. */
  endedAtMs: number | null
  /** A part that is not the first one of its stop. */
  isContinued: boolean
  readings: FuelReading[]
}

/** The last level that is known before a stop. */
export interface LastLevel {
  ml: number
  atMs: number
}

export interface FuelThresholds {
  tankMl: number
  /** Smaller changes are noise. */
  minFillMl: number
  minDrainMl: number
  idleMlPerHour: number
  /** With the engine on, a longer silence does not count as idling. */
  gapMs: number
}

export const fuelEventKinds = ['fill', 'drain'] as const
export type FuelEventKind = (typeof fuelEventKinds)[number]

export interface FuelEvent {
  kind: FuelEventKind
  /** The last reading before the level changed, and the first one after. */
  fromMs: number
  toMs: number
  beforeMl: number
  afterMl: number
  /** What was filled or drained: also what the engine used meanwhile. */
  ml: number
}

/** What the readings of a stop show. The levels are null if it has no reading. */
export interface StopFuel {
  events: FuelEvent[]
  firstMl: number | null
  last: LastLevel | null
}
