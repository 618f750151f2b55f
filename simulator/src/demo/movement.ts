// Where a demo device is at an instant, what it reports, and when.

import type { Location } from '@rastro/protocols'
import type { DemoDevice, Moment } from './device.ts'
import { sensorsAt } from './sensors.ts'
import type { Leg } from './timetable.ts'
import { legAt } from './timetable.ts'

/** Live data is dense; the past is as dense as that of most trackers. */
export type Density = 'live' | 'past'

/** Slow at the ends of a leg, and varying in between: two waves of unrelated periods. */
export function momentAt(device: DemoDevice, atMs: number): Moment {
  const { timetable, sway } = device
  const atS = atMs / 1_000 - device.beganS
  const periods = Math.floor(atS / timetable.periodS)
  const inPeriodS = atS - periods * timetable.periodS
  const leg = timetable.legs[legAt(timetable, inPeriodS)]!
  const inLegS = inPeriodS - leg.fromS
  const lengthM = leg.toM - leg.fromM
  // At the very first instant it is still stationary.
  const isMoving = lengthM !== 0 && inLegS > 0
  const part = inLegS / leg.forS
  const slow = 2 * Math.PI * Math.max(1, Math.round(leg.forS / device.waveS))
  const quick = 2 * slow + 2 * Math.PI
  const travelled =
    part - sway * ((0.6 * Math.sin(slow * part)) / slow + (0.4 * Math.sin(quick * part)) / quick)
  const pace = 1 - sway * (0.6 * Math.cos(slow * part) + 0.4 * Math.cos(quick * part))
  return {
    leg,
    isMoving,
    inLegS,
    alongM: leg.fromM + lengthM * travelled,
    speedKmh: isMoving ? (Math.abs(lengthM) / leg.forS) * 3.6 * pace : 0,
    drivenM: periods * timetable.periodM + leg.beforeM + Math.abs(lengthM) * travelled,
  }
}

/** Undefined while it is out of coverage. */
export function locationAt(device: DemoDevice, atMs: number): Location | undefined {
  if (isSilent(device, atMs)) return undefined
  const moment = momentAt(device, atMs)
  const { latitude, longitude, courseDeg } = device.path.at(moment.alongM)
  const goesBack = moment.leg.toM < moment.leg.fromM
  const location: Location = {
    fixedAt: new Date(atMs),
    latitude: round(latitude, 6),
    longitude: round(longitude, 6),
    valid: true,
    altitudeM: Math.round(device.altitudeM(moment.alongM)),
    speedKmh: round(moment.speedKmh, 1),
    courseDeg: Math.round(goesBack ? courseDeg + 180 : courseDeg) % 360,
    satellites: 8 + (Math.floor(atMs / 60_000) % 5),
    alarms: [],
    attributes: {},
  }
  return Object.assign(location, sensorsAt(device, moment, atMs))
}

/** Some devices lose the network for some hours every few days. */
export function isSilent({ silence }: DemoDevice, atMs: number): boolean {
  if (!silence) return false
  const { everyS, forS, fromS } = silence
  return (atMs / 1_000 + fromS) % everyS < forS
}

/** All report times from the first one on: at the start of a leg, and then by the clock. */
export function* instantsOf(
  device: DemoDevice,
  fromMs: number,
  toMs: number,
  density: Density,
): Generator<number> {
  const { timetable, beganS } = device
  const fromS = Math.ceil(fromMs / 1_000)
  const toS = toMs / 1_000
  let periodS = beganS + Math.floor((fromS - beganS) / timetable.periodS) * timetable.periodS
  let at = legAt(timetable, fromS - periodS)
  for (;;) {
    const leg = timetable.legs[at]!
    const legS = periodS + leg.fromS
    if (legS >= toS) return
    const stepS = stepOf(device, leg, density)
    if (legS >= fromS) yield legS * 1_000
    // On its own grid; the coarse grid is part of the fine one.
    const first = Math.max(fromS, legS + 1)
    for (
      let s = first + ((((device.offsetS - first) % stepS) + stepS) % stepS);
      s < Math.min(toS, legS + leg.forS);
      s += stepS
    ) {
      yield s * 1_000
    }
    at += 1
    if (at === timetable.legs.length) {
      at = 0
      periodS += timetable.periodS
    }
  }
}

/** With the engine on it reports more often than parked. */
function stepOf({ everyS }: DemoDevice, leg: Leg, density: Density): number {
  if (leg.toM !== leg.fromM) return everyS.moving[density]
  return leg.isShort ? everyS.stationary.live : everyS.stationary[density]
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
