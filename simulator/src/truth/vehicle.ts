// A vehicle on the ellipsoid, second by second. The true distance is the sum of its steps.

import type { Coordinates } from '../route.ts'
import type { Motion } from './truth.types.ts'

const equatorM = 6_378_137
const squaredEccentricity = 0.006_694_379_990_14
const degreesPerRadian = 180 / Math.PI

/** Sees every second of movement, and the instants that it asks for while the vehicle stands. */
export interface Observer {
  observe(motion: Readonly<Motion>): void
  nextDueMs(): number
}

export interface Vehicle {
  readonly motion: Readonly<Motion>
  /** Moves for a second. The turn is positive to the right. */
  roll(speedMs: number, turnRad: number): void
  stand(seconds: number): void
  setEngine(isOn: boolean): void
  setCovered(isCovered: boolean): void
}

export function createVehicle(start: Coordinates & { atMs: number }, observer: Observer): Vehicle {
  const motion: Motion = {
    ...start,
    courseRad: 0,
    speedMs: 0,
    metres: 0,
    isEngineOn: false,
    isCovered: false,
  }
  return {
    motion,
    roll(speedMs, turnRad) {
      motion.courseRad += turnRad
      step(motion, speedMs)
      motion.speedMs = speedMs
      motion.metres += speedMs
      motion.atMs += 1_000
      observer.observe(motion)
    },
    stand(seconds) {
      motion.speedMs = 0
      const untilMs = motion.atMs + Math.round(seconds) * 1_000
      for (;;) {
        const dueMs = Math.max(observer.nextDueMs(), motion.atMs + 1_000)
        if (dueMs > untilMs) break
        motion.atMs = dueMs
        observer.observe(motion)
      }
      motion.atMs = untilMs
    },
    setEngine(isOn) {
      if (motion.isEngineOn === isOn) return
      motion.isEngineOn = isOn
      observer.observe(motion)
    },
    setCovered(isCovered) {
      motion.isCovered = isCovered
    },
  }
}

/** The radii of curvature change so little within a second that the step may be taken as flat. */
function step(motion: Motion, metres: number): void {
  const sine = Math.sin(motion.latitude / degreesPerRadian)
  const bend = 1 - squaredEccentricity * sine * sine
  const eastRadiusM = equatorM / Math.sqrt(bend)
  const northRadiusM = (eastRadiusM * (1 - squaredEccentricity)) / bend
  const parallelM = eastRadiusM * Math.sqrt(1 - sine * sine)
  motion.latitude += ((metres * Math.cos(motion.courseRad)) / northRadiusM) * degreesPerRadian
  motion.longitude = wrapped(
    motion.longitude + ((metres * Math.sin(motion.courseRad)) / parallelM) * degreesPerRadian,
  )
}

export function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
}
