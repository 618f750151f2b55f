/** A location with a temperature, or with a door. */
export interface TemperatureRow {
  atMs: number
  /** In °C, by probe. */
  temperatures: [first: number | null, second: number | null]
  isDoorOpen: boolean | null
}

/** In °C. Absent: there is no such limit. */
export interface TemperatureRange {
  minC?: number | undefined
  maxC?: number | undefined
}

export interface ProbeSums {
  /** From 1 on. */
  probe: number
  readings: number
  minC: number
  maxC: number
  /** Temperature times milliseconds, for the mean over time. */
  weighted: number
  knownMs: number
  /** Null without a range. */
  outMs: number | null
  /** Only of the first probe that has readings, so that sums count it once. Null if no door is reported. */
  doorMs: number | null
}

/** A trip, or the whole period. */
export interface MeasuredWindow {
  fromMs: number
  toMs: number
}
