// The types of a demo device and its state at an instant.

import type { Path } from './path.ts'
import type { Leg, Timetable } from './timetable.ts'

export interface DemoDevice {
  name: string
  group: string
  /** A readable name of the route. */
  route: string
  identifier: string
  /** A name of `protocol-variants.ts`. */
  protocol: string
  model: string
  path: Path
  altitudeM(alongM: number): number
  timetable: Timetable
  /** When one of its periods began, seconds since 1970. */
  beganS: number
  /** Its speed varies by this share, with this period. */
  sway: number
  waveS: number
  /** Between two reports. The coarse step is a multiple of the fine one. */
  everyS: { moving: Steps; stationary: Steps }
  /** Its own offset on the clock's grid, so that not all report at once. */
  offsetS: number
  silence?: { everyS: number; forS: number; fromS: number }
  /** Its driver is in a hurry. */
  isHasty?: true
  /** Its SOS button is pressed now and then. */
  isCalling?: true
  has: Equipment
}

export interface Steps {
  live: number
  past: number
}

export interface Equipment {
  engine?: { volts: number; mileageKm: number }
  /** How long its battery lasts. */
  batteryHours?: number
  /** Range of a tank. */
  tankKm?: number
  isRobbed?: true
  /** Target temperature of a reefer. */
  coldC?: number
}

export interface Moment {
  leg: Leg
  isMoving: boolean
  /** Since the leg began. */
  inLegS: number
  alongM: number
  speedKmh: number
  /** Distance driven in total. */
  drivenM: number
}
