// The route of a simulated vehicle: smooth turns, realistic accelerations, stops, and back home.

import type { Random } from './random.ts'

const METRES_PER_DEGREE = 111_320
const RADIANS = Math.PI / 180
const ACCELERATION_MS2 = 1.6
const FARTHEST_M = 25_000
/** The longest step of the integration; a longer one would cut corners. */
const LONGEST_STEP_S = 10

export interface Coordinates {
  latitude: number
  longitude: number
}

export interface Position extends Coordinates {
  altitudeM: number
  speedKmh: number
  courseDeg: number
  moving: boolean
}

/** The state of one drive. The same seed and the same steps give the same route. */
export class Route {
  readonly #random: Random
  readonly #home: Coordinates
  readonly #at: Position
  #speedMs = 0
  #wantedMs: number
  #turnDegS = 0
  #stopsForS = 0
  #drivesForS: number

  constructor(random: Random, home: Coordinates) {
    this.#random = random
    this.#home = home
    this.#wantedMs = random.between(8, 25)
    this.#drivesForS = random.between(60, 900)
    const courseDeg = random.between(0, 360)
    this.#at = { ...home, altitudeM: random.between(200, 900), speedKmh: 0, courseDeg, moving: false }
  }

  /** Drives on for this long. The returned object changes with the next step. */
  advance(seconds: number): Readonly<Position> {
    for (let left = seconds; left > 0; left -= LONGEST_STEP_S) this.#step(Math.min(left, LONGEST_STEP_S))
    return this.#at
  }

  #step(seconds: number): void {
    this.#decide(seconds)
    const max = ACCELERATION_MS2 * seconds
    this.#speedMs += Math.max(-max, Math.min(max, this.#wantedMs - this.#speedMs))
    if (this.#speedMs > 0.5) this.#turn(seconds)
    const metres = this.#speedMs * seconds
    const course = this.#at.courseDeg * RADIANS
    this.#at.latitude += (metres * Math.cos(course)) / METRES_PER_DEGREE
    this.#at.longitude +=
      (metres * Math.sin(course)) / (METRES_PER_DEGREE * Math.cos(this.#at.latitude * RADIANS))
    this.#at.altitudeM = Math.max(0, this.#at.altitudeM + (this.#random.next() - 0.5) * 0.02 * metres)
    this.#at.speedKmh = this.#speedMs * 3.6
    this.#at.moving = this.#speedMs > 0.5
  }

  /** Drives for minutes, stops at a light or for a while, drives on at another speed. */
  #decide(seconds: number): void {
    if (this.#stopsForS > 0) {
      this.#stopsForS -= seconds
      if (this.#stopsForS > 0) return
      this.#drivesForS = this.#random.between(60, 900)
      this.#wantedMs = this.#random.between(8, 30)
    }
    this.#drivesForS -= seconds
    if (this.#drivesForS > 0) return
    this.#wantedMs = 0
    this.#stopsForS = this.#random.next() < 0.7 ? this.#random.between(10, 60) : this.#random.between(60, 600)
  }

  /** The turn rate changes gently; far from home it bends towards it. */
  #turn(seconds: number): void {
    this.#turnDegS +=
      (this.#random.next() - 0.5) * Math.sqrt(seconds) - this.#turnDegS * 0.1 * Math.min(seconds, 5)
    this.#turnDegS = Math.max(-6, Math.min(6, this.#turnDegS))
    const north = (this.#home.latitude - this.#at.latitude) * METRES_PER_DEGREE
    const east =
      (this.#home.longitude - this.#at.longitude) *
      METRES_PER_DEGREE *
      Math.cos(this.#home.latitude * RADIANS)
    if (north * north + east * east > FARTHEST_M * FARTHEST_M) {
      const homewards = Math.atan2(east, north) / RADIANS
      const off = ((homewards - this.#at.courseDeg + 540) % 360) - 180
      this.#turnDegS = Math.max(-6, Math.min(6, off / 10))
    }
    this.#at.courseDeg = (this.#at.courseDeg + this.#turnDegS * seconds + 360) % 360
  }
}
