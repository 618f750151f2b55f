// Drives a vehicle along a road: it accelerates, brakes for lights and turns, and creeps through jams.

import type { Random } from '../random.ts'
import { relaxed } from './chance.ts'
import type { Road, RoadEvent } from './roads.ts'
import { bendM, jamGoM } from './roads.ts'
import type { Vehicle } from './vehicle.ts'

const accelerationMs2 = 1.2
const brakingMs2 = 1.4
const turnMs = 5
/** A junction is turned within this many metres. */
const turnM = 18
const jamMs = 3.5

/** From standing to standing. */
export function driveAlong(vehicle: Vehicle, { parts, events }: Road, random: Random): void {
  const { motion } = vehicle
  const startM = motion.metres
  let speedMs = 0
  let curvature = 0
  let part = 0
  let isOver = false
  let tunnelUntilM = Number.POSITIVE_INFINITY

  /** A second of movement, not faster than this. */
  function roll(limitMs: number, turnRad: number): void {
    const wantedMs = Math.min(limitMs, speedMs + accelerationMs2)
    speedMs = Math.max(wantedMs, speedMs - 3 * brakingMs2, 0.5)
    vehicle.roll(speedMs, turnRad)
  }

  function halt(seconds: number): void {
    speedMs = 0
    vehicle.stand(seconds)
  }

  function pass(event: RoadEvent): void {
    switch (event.kind) {
      case 'light':
        halt(event.seconds)
        break
      case 'turn':
        for (let leftM = turnM; leftM > 0; leftM -= speedMs) {
          const nextMs = Math.min(turnMs, speedMs + accelerationMs2)
          roll(turnMs, event.angleRad * Math.min(1, Math.min(nextMs, leftM) / turnM))
        }
        break
      case 'jam':
        creep(event.lengthM)
        break
      case 'tunnel':
        vehicle.setCovered(true)
        tunnelUntilM = event.atM + event.lengthM
        break
      default:
        isOver = true
    }
  }

  /** Stop and go. */
  function creep(lengthM: number): void {
    for (let leftM = lengthM; leftM > 0; ) {
      const goM = random.between(...jamGoM)
      for (let goneM = 0; goneM < goM; goneM += speedMs) roll(jamMs, 0)
      leftM -= goM
      halt(random.between(15, 110))
    }
  }

  for (const event of events) {
    // Passed in a jam.
    if (event.kind === 'light' && event.atM < motion.metres - startM - 10) continue
    for (;;) {
      const doneM = motion.metres - startM
      if (doneM >= tunnelUntilM) {
        vehicle.setCovered(false)
        tunnelUntilM = Number.POSITIVE_INFINITY
      }
      while (part < parts.length - 1 && doneM >= parts[part]!.untilM) part += 1
      const leftM = event.atM - doneM
      if (leftM < 1) break
      const { speedMs: cruiseMs, curvature: deviation } = parts[part]!
      curvature = relaxed(random, curvature, deviation, Math.max(speedMs, 1), bendM)
      const passMs = event.kind === 'turn' ? turnMs : event.kind === 'tunnel' ? cruiseMs : 0
      const brakeMs = Math.sqrt(passMs * passMs + 2 * brakingMs2 * leftM) - brakingMs2 / 2
      roll(Math.min(cruiseMs, Math.max(brakeMs, Math.min(leftM, 1))), curvature * speedMs)
    }
    pass(event)
    if (isOver) break
  }
  vehicle.setCovered(false)
  vehicle.stand(0)
}

/** At walking pace, as in a yard or a garage. */
export function crawl(vehicle: Vehicle, metres: number, turnRad: number): void {
  const seconds = Math.max(1, Math.round(metres / 2.5))
  for (let second = 0; second < seconds; second += 1) vehicle.roll(metres / seconds, turnRad / seconds)
  vehicle.stand(0)
}

const ferryMs2 = 0.06

/** A ship gains and loses way slowly. */
export function ferryAcross(vehicle: Vehicle, metres: number, speedMs: number, random: Random): void {
  const slowM = (speedMs * speedMs) / (2 * ferryMs2)
  const turnRad = random.between(-1, 1) / (metres / speedMs)
  let doneM = 0
  let nowMs = 0
  while (metres - doneM > 1) {
    const leftM = metres - doneM
    nowMs = leftM > slowM ? Math.min(speedMs, nowMs + ferryMs2) : Math.sqrt(2 * ferryMs2 * leftM)
    nowMs = Math.max(nowMs, 0.3)
    vehicle.roll(nowMs, turnRad)
    doneM += nowMs
  }
  vehicle.stand(0)
}
