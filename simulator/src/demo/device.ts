// What a device of the demo is, and what it does at an instant.

import type { Path } from './path.ts'
import type { Leg, Timetable } from './timetable.ts'

export interface DemoDevice {
  name: string
  group: string
  /** Where it goes, for people. */
  route: string
  identifier: string
  /** As in `ways.ts`. */
  way: string
  model: string
  path: Path
  altitudeM(alongM: number): number
  timetable: Timetable
  /** When one of its periods began, seconds since 1970. */
  beganS: number
  /** Its speed comes and goes by this part, once in so long. */
  sway: number
  waveS: number
  /** Between two reports. The coarse step is a multiple of the fine one. */
  everyS: { moving: Steps; standing: Steps }
  /** Its own place on the clock's grid, so that not all speak at once. */
  offsetS: number
  silence?: { everyS: number; forS: number; fromS: number }
  /** Now and then somebody presses the button. */
  isCalling?: true
  has: Equipment
}

export interface Steps {
  live: number
  past: number
}

export interface Equipment {
  engine?: { volts: number; mileageKm: number }
  /** Its own battery lasts so long. */
  batteryHours?: number
  /** How far a tank goes. */
  tankKm?: number
  isRobbed?: true
  /** What a cold room is to have. */
  coldC?: number
}

export interface Moment {
  leg: Leg
  isMoving: boolean
  /** Since the leg began. */
  inLegS: number
  alongM: number
  speedKmh: number
  /** All that it ever drove. */
  drivenM: number
}
