// The demo's devices: names, protocols, routes and timetables.

import { imeiOf } from '../identifiers.ts'
import { findVariant, identifierFor } from '../protocol-variants.ts'
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import type { DemoDevice } from './device.ts'
import type { Fleet } from './fleets.ts'
import { fleets } from './fleets.ts'
import type { Path } from './path.ts'
import { metresBetween, pathOf, readPoints } from './path.ts'
import type { Timetable } from './timetable.ts'
import { round, shuttle } from './timetable.ts'

const DAY_S = 86_400
const HOUR_S = 3_600
/** Midnight. They drove before it too, but no odometer shows that. */
const FIRST_DAY_S = Date.UTC(2026, 0, 1) / 1_000
const IMEI_PREFIX = '35999905'
const HASTY_SWAY = 0.24
const TOWN_STOPS = 22

export const maxDevices = fleets.reduce((sum, { count }) => sum + count, 0)

/** A small plan is a mixture too: it takes the first devices of every fleet. */
export function planDemo(count = maxDevices): DemoDevice[] {
  return fleets
    .flatMap((fleet) => Array.from({ length: fleet.count }, (_, index) => ({ fleet, index })))
    .map((one, number) => ({ ...one, number, rank: (one.index + 0.5) / one.fleet.count }))
    .sort((one, other) => one.rank - other.rank || one.number - other.number)
    .slice(0, count)
    .map(({ fleet, index, number }) => deviceOf(fleet, index, number))
}

function deviceOf(fleet: Fleet, index: number, number: number): DemoDevice {
  const random = createRandom(1_000_003 * (number + 1))
  const route = fleet.routes[index % fleet.routes.length]!
  const points = readPoints(fleet.over[route]!)
  const { path, timetable } = fleet.habit
    ? alongRoute(points, fleet, random)
    : aroundTown(points, fleet, random)
  const tracker = fleet.trackers[index % fleet.trackers.length]!
  const isHasty = fleet.hastyEvery !== undefined && index % fleet.hastyEvery === 2
  const isRobbed = fleet.tankKm !== undefined && index % 9 === 4
  const isSilent = fleet.silentEvery !== undefined && index % fleet.silentEvery === 1
  const days = Math.max(1, Math.round(timetable.periodS / DAY_S))
  const dayS = fleet.sleeps
    ? Math.floor(random.next() * days) * DAY_S + (fleet.dayBeginsUtcH + random.between(-1.5, 1.5)) * HOUR_S
    : random.next() * timetable.periodS
  return {
    name: fleet.nameOf(index, route),
    group: fleet.group,
    route,
    identifier: identifierFor(findVariant(tracker.protocol), imeiOf(IMEI_PREFIX, number)),
    protocol: tracker.protocol,
    model: tracker.model,
    path,
    altitudeM: fleet.altitudeM(path.lengthM, random),
    timetable,
    beganS: FIRST_DAY_S + Math.round(dayS) - days * DAY_S,
    sway: isHasty ? HASTY_SWAY : fleet.sway,
    waveS: isHasty ? 6 * HOUR_S : 1_500 + Math.round(random.between(0, 1_200)),
    everyS: tracker.everyS ?? fleet.everyS,
    offsetS: Math.floor(random.next() * 3_600),
    ...(isSilent && { silence: { everyS: 3 * DAY_S, forS: DAY_S, fromS: index * 11 * HOUR_S } }),
    ...(isHasty && { isHasty }),
    ...(fleet.isCalling && { isCalling: fleet.isCalling }),
    has: {
      ...(fleet.volts && {
        engine: { volts: fleet.volts, mileageKm: Math.round(random.between(8_000, 310_000)) },
      }),
      ...(fleet.batteryHours && { batteryHours: fleet.batteryHours }),
      ...(fleet.tankKm && { tankKm: fleet.tankKm }),
      ...(isRobbed && { isRobbed }),
      ...(fleet.coldC !== undefined && { coldC: fleet.coldC }),
    },
  }
}

type Points = ReturnType<typeof readPoints>

/** Half of them start at the other end. */
function alongRoute(points: Points, { habit }: Fleet, random: Random): { path: Path; timetable: Timetable } {
  const path = pathOf(random.next() < 0.5 ? points : points.toReversed())
  const speedKmh = habit!.speedKmh * random.between(0.94, 1.05)
  const endH = habit!.endH * random.between(0.6, 1.4)
  return { path, timetable: shuttle(path.lengthM, { ...habit!, speedKmh, endH }) }
}

/** From the depot from quarter to quarter, each with one corner, as streets go; and home again. */
function aroundTown(points: Points, fleet: Fleet, random: Random): { path: Path; timetable: Timetable } {
  const [depot, ...quarters] = points
  const home = jitter(depot!, random, 0.004)
  const route = [home]
  const stopsAt: number[] = []
  for (let stop = 1; stop <= TOWN_STOPS; stop += 1) {
    const from = route.at(-1)!
    const next = stop === TOWN_STOPS ? home : jitter(nextQuarter(quarters, from, random), random, 0.006)
    const corner = random.between(0.7, 0.95)
    route.push([from[0] + (next[0] - from[0]) * corner, from[1] + (next[1] - from[1]) * (1 - corner)], next)
    stopsAt.push(route.length - 1)
  }
  const path = pathOf(route)
  const ends = stopsAt.map((at) => pathOf(route.slice(0, at + 1)).lengthM)
  const stops = ends.map((atM) => ({ atM, stopS: Math.round(random.between(240, 900)) }))
  return { path, timetable: round(stops, fleet.townKmh! * random.between(0.9, 1.1)) }
}

/** A quarter nearby, but not around the corner. */
function nextQuarter(quarters: Points, from: Points[number], random: Random): Points[number] {
  const near = quarters
    .filter((one) => metresBetween(one, from) > 1_500)
    .sort((one, other) => metresBetween(one, from) - metresBetween(other, from))
  return random.pick(near.slice(0, 5))
}

function jitter([latitude, longitude]: Points[number], random: Random, by: number): [number, number] {
  return [latitude + random.between(-by, by), longitude + random.between(-by, by)]
}
