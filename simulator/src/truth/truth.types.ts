// What a vehicle truly does, and what its tracker reports of it.

import type { Random } from '../random.ts'
import type { Coordinates } from '../route.ts'

/** Where the vehicle is, and what it does. Changes with every second that it moves. */
export interface Motion extends Coordinates {
  atMs: number
  courseRad: number
  speedMs: number
  /** Driven or carried since the beginning. */
  metres: number
  isEngineOn: boolean
  /** In a tunnel or a garage: no satellites are received. */
  isCovered: boolean
}

/** A trip as it was driven: from the first second of movement to the last one. */
export interface TrueTrip {
  startMs: number
  endMs: number
  metres: number
  kind: 'drive' | 'ferry' | 'passage'
}

export interface TruthLocation {
  atMs: number
  /** Null without a fix. */
  latitude: number | null
  longitude: number | null
  speedKmh: number | null
  accuracyM: number | null
  ignition: boolean | null
  /** Of the vehicle's own odometer. */
  mileageM: number
}

export interface Truth {
  trips: TrueTrip[]
  /** In the order of time, one for each instant. */
  locations: TruthLocation[]
  /** All of them, also those that are no part of a trip. */
  metres: number
}

/** The errors of a receiver. */
export interface Reception {
  /** Standard deviation of an error that changes slowly. */
  driftM: number
  driftSeconds: number
  /** Reflections: for a while the vehicle is seen in a place beside. */
  multipathPerHour: number
  multipathM: [min: number, max: number]
  multipathSeconds: [min: number, max: number]
  /** Share of the fixes that are kilometres away. */
  jumpShare: number
  /** Share of the fixes of a stationary vehicle that report movement. */
  falseSpeedShare: number
}

/** What a tracker sends of a vehicle without reception. */
export type CoveredHabit = 'silent' | 'withoutCoordinates' | 'repeats'

export interface TrackerHabits {
  intervalSeconds: number
  /** Reports as soon as the course has changed by so much. Null: by the interval only. */
  turnDegrees: number | null
  ignition: 'present' | 'absent' | 'flickering'
  /** Of a tracker that sleeps while the vehicle is parked. Null: it reports as it does when it moves. */
  heartbeatSeconds: number | null
  covered: CoveredHabit
  hasAccuracy: boolean
  lostShare: number
}

/** What a vehicle meets with. Shares are of its drives or stays. */
export interface Surroundings {
  jamShare: number
  tunnelShare: number
  garageShare: number
  yardShare: number
  ferryShare: number
}

export interface World {
  reception: Reception
  surroundings: Surroundings
  habitsOf(random: Random): TrackerHabits
  /** How the days pass. */
  life: 'deliveries' | 'passages' | 'parked'
}
