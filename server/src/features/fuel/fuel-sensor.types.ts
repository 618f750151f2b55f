import type { Calibration } from './detection/calibration.ts'
import type { FuelThresholds } from './detection/fuel.types.ts'

export const fuelSources = ['fuel', 'fuel2', 'attribute'] as const
export type FuelSource = (typeof fuelSources)[number]

/** Which value of a location is a reading, and what it means. */
export interface FuelMeasure {
  source: FuelSource
  /** Null unless the source is an attribute. */
  attribute: string | null
  calibration: Calibration | null
  tankMl: number
}

/** A sensor as it is stored. */
export interface FuelSensor extends FuelMeasure {
  number: number
  id: string
  deviceNumber: number
  name: string
  minFillMl: number
  minDrainMl: number
  idleMlPerHour: number
  mlPer100Km: number | null
  version: number
}

/** As in the detection of trips by default. */
const gapMs = 15 * 60_000

export function thresholdsOf({ tankMl, minFillMl, minDrainMl, idleMlPerHour }: FuelSensor): FuelThresholds {
  return { tankMl, minFillMl, minDrainMl, idleMlPerHour, gapMs }
}
