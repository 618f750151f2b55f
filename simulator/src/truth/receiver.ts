// A satellite receiver with its errors: drift with memory, reflections that last a while, jumps, and false speeds.

import type { Random } from '../random.ts'
import { normal, relaxed } from './chance.ts'
import type { Motion, Reception } from './truth.types.ts'
import { wrapped } from './vehicle.ts'

const degreeM = 111_320
const jumpKm: [number, number] = [2, 60]
/** Share of the jumps that last: a tracker that reports often reports the false place twice. */
const lastingShare = 0.2
const lastingMs = 45_000
const hourMs = 3_600_000

export interface ReceivedFix {
  latitude: number
  longitude: number
  speedKmh: number
  accuracyM: number
}

export interface Receiver {
  fix(motion: Readonly<Motion>): ReceivedFix
}

interface Offset {
  eastM: number
  northM: number
}

const nowhere: Offset = { eastM: 0, northM: 0 }

export function createReceiver(reception: Reception, random: Random): Receiver {
  const { driftM, driftSeconds, multipathPerHour, jumpShare, falseSpeedShare } = reception
  let lastMs = Number.NEGATIVE_INFINITY
  const drift: Offset = { eastM: 0, northM: 0 }
  let multipath = { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.NEGATIVE_INFINITY, offset: nowhere }
  let again: { offset: Offset; untilMs: number } | undefined

  function vector(metres: number): Offset {
    const angle = random.between(0, 2 * Math.PI)
    return { eastM: metres * Math.cos(angle), northM: metres * Math.sin(angle) }
  }

  function followDrift(atMs: number): void {
    const elapsed = Math.min(1e9, (atMs - lastMs) / 1_000)
    lastMs = atMs
    drift.eastM = relaxed(random, drift.eastM, driftM, elapsed, driftSeconds)
    drift.northM = relaxed(random, drift.northM, driftM, elapsed, driftSeconds)
  }

  /** The next one is drawn when the last one is over. */
  function multipathAt(atMs: number): Offset {
    if (multipathPerHour === 0) return nowhere
    while (atMs >= multipath.untilMs) {
      const sinceMs = Number.isFinite(multipath.untilMs) ? multipath.untilMs : atMs
      const fromMs = sinceMs - (Math.log(1 - random.next()) / multipathPerHour) * hourMs
      const untilMs = fromMs + random.between(...reception.multipathSeconds) * 1_000
      multipath = { fromMs, untilMs, offset: vector(random.between(...reception.multipathM)) }
    }
    return atMs >= multipath.fromMs ? multipath.offset : nowhere
  }

  function jump(atMs: number): Offset {
    const last = again
    again = undefined
    if (last && atMs <= last.untilMs) return last.offset
    if (random.next() >= jumpShare) return nowhere
    const offset = vector(random.between(...jumpKm) * 1_000)
    if (random.next() < lastingShare) again = { offset, untilMs: atMs + lastingMs }
    return offset
  }

  /** Measured by the Doppler shift, which a reflection from a wall changes no more than anything else does. */
  function speedOf(speedMs: number): number {
    if (speedMs > 0) return Math.max(0, speedMs * 3.6 + 0.4 * normal(random))
    if (random.next() < falseSpeedShare) return random.between(3, 9)
    return random.next() < 0.7 ? 0 : random.between(0, 2)
  }

  return {
    fix(motion) {
      followDrift(motion.atMs)
      const reflection = multipathAt(motion.atMs)
      const far = jump(motion.atMs)
      const isReflected = reflection !== nowhere
      const eastM = drift.eastM + reflection.eastM + far.eastM
      const northM = drift.northM + reflection.northM + far.northM
      const parallelM = degreeM * Math.cos((motion.latitude * Math.PI) / 180)
      return {
        latitude: motion.latitude + northM / degreeM,
        longitude: wrapped(motion.longitude + eastM / parallelM),
        speedKmh: speedOf(motion.speedMs),
        accuracyM: driftM * random.between(0.7, 2) + (isReflected ? random.between(10, 60) : 0),
      }
    },
  }
}
