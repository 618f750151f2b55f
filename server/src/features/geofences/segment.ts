// The way between two locations: a straight line of longitude and latitude, the shorter way around the earth. And where
// it comes into something that is known by its distance alone.

import type { Place } from './geodesy.ts'
import { longestDegreeM, movePlace, nearTo, newPlace, radians, wrapped } from './geodesy.ts'
import type { Point } from './geofence.types.ts'

/** `toLongitude` is at most half a turn from `fromLongitude`, which is between -180 and 180. */
export interface Way {
  fromLongitude: number
  fromLatitude: number
  toLongitude: number
  toLatitude: number
}

/** Parts of the way, from 0 to 1. */
export interface Stay {
  entersAt: number
  leavesAt: number
}

export function wayBetween(from: Point, to: Point): Way {
  const fromLongitude = wrapped(from.longitude)
  const toLongitude = nearTo(to.longitude, fromLongitude)
  return { fromLongitude, fromLatitude: from.latitude, toLongitude, toLatitude: to.latitude }
}

/** Not shorter than the way is. */
function lengthM(way: Way): number {
  const { fromLatitude, toLatitude } = way
  const crosses = fromLatitude < 0 !== toLatitude < 0
  const nearest = crosses ? 0 : Math.min(Math.abs(fromLatitude), Math.abs(toLatitude))
  const across = (way.toLongitude - way.fromLongitude) * Math.cos(nearest * radians)
  return Math.hypot(toLatitude - fromLatitude, across) * longestDegreeM
}

const leastStepM = 0.2
const maxSteps = 4_096
const refinements = 24
const here = newPlace()

/**
 * Walks from each end as far as the distance allows, until it is inside: nothing on the way can be missed but a touch
 * that is shorter than the least step.
 */
export function stayOn(way: Way, distanceM: (place: Place) => number): Stay | undefined {
  const { fromLatitude, fromLongitude } = way
  const [up, right] = [way.toLatitude - fromLatitude, way.toLongitude - fromLongitude]
  const distanceAt = (part: number) =>
    distanceM(movePlace(here, fromLatitude + up * part, fromLongitude + right * part))
  const length = lengthM(way)
  const leastM = Math.max(leastStepM, length / maxSteps)
  const entersAt = firstInside(distanceAt, length, leastM)
  if (entersAt === undefined) return undefined
  const fromBehind = firstInside((part) => distanceAt(1 - part), length, leastM)
  return { entersAt, leavesAt: 1 - (fromBehind ?? 1 - entersAt) }
}

function firstInside(
  distanceAt: (part: number) => number,
  length: number,
  leastM: number,
): number | undefined {
  let outside = 0
  for (let part = 0; ; ) {
    const distance = distanceAt(part)
    if (distance <= 0) return part === 0 ? 0 : border(distanceAt, outside, part)
    if (part === 1 || length === 0) return undefined
    outside = part
    part = Math.min(1, part + Math.max(distance * 0.99, leastM) / length)
  }
}

function border(distanceAt: (part: number) => number, outside: number, inside: number): number {
  for (let count = 0; count < refinements; count += 1) {
    const middle = (outside + inside) / 2
    if (distanceAt(middle) <= 0) inside = middle
    else outside = middle
  }
  return inside
}
