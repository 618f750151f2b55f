/** A reading of a fuel sensor while the vehicle stands. */
export interface FuelReading {
  atMs: number
  ml: number
  /** Null: the tracker does not report it. */
  isEngineOn: boolean | null
}

/** A stop of the track with its readings in the order of time. */
export interface FuelStop {
  beganAtMs: number
  /** Null while the vehicle stands there. */
  endedAtMs: number | null
  readings: FuelReading[]
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

export type FuelEventKind = 'fill' | 'drain'

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

/** The levels at both ends of a stop. Null: it has no reading. */
export interface StopLevels {
  beganAtMs: number
  endedAtMs: number | null
  firstMl: number | null
  lastMl: number | null
}
