// The segment between two locations: a straight line in longitude and latitude, the shorter way around the earth; and
// where it enters a shape that is known only by its distance.

import type { Coordinates } from './geodesy.ts'
import { maxDegreeM, nearTo, newCoordinates, radians, setCoordinates, wrapped } from './geodesy.ts'
import type { Point } from './geofence.types.ts'

/** `toLongitude` is at most 180 degrees from `fromLongitude`, which is between -180 and 180. */
export interface Segment {
  fromLongitude: number
  fromLatitude: number
  toLongitude: number
  toLatitude: number
}

/** Fractions of the segment, from 0 to 1. */
export interface Stay {
  entersAt: number
  leavesAt: number
}

export function segmentBetween(from: Point, to: Point): Segment {
  const fromLongitude = wrapped(from.longitude)
  const toLongitude = nearTo(to.longitude, fromLongitude)
  return { fromLongitude, fromLatitude: from.latitude, toLongitude, toLatitude: to.latitude }
}

/** An upper bound of its length. */
function lengthM(segment: Segment): number {
  const { fromLatitude, toLatitude } = segment
  const crosses = fromLatitude < 0 !== toLatitude < 0
  const nearest = crosses ? 0 : Math.min(Math.abs(fromLatitude), Math.abs(toLatitude))
  const across = (segment.toLongitude - segment.fromLongitude) * Math.cos(nearest * radians)
  return Math.hypot(toLatitude - fromLatitude, across) * maxDegreeM
}

const minStepM = 0.2
const maxSteps = 4_096
const refinements = 24
const here = newCoordinates()

/**
 * Steps from each end as far as the distance allows, until it is inside: it misses only touches shorter than the
 * minimum step.
 */
export function stayOn(segment: Segment, distanceM: (coordinates: Coordinates) => number): Stay | undefined {
  const { fromLatitude, fromLongitude } = segment
  const [up, right] = [segment.toLatitude - fromLatitude, segment.toLongitude - fromLongitude]
  const distanceAt = (fraction: number) =>
    distanceM(setCoordinates(here, fromLatitude + up * fraction, fromLongitude + right * fraction))
  const length = lengthM(segment)
  const minM = Math.max(minStepM, length / maxSteps)
  const entersAt = firstInside(distanceAt, length, minM)
  if (entersAt === undefined) return undefined
  const fromEnd = firstInside((fraction) => distanceAt(1 - fraction), length, minM)
  return { entersAt, leavesAt: 1 - (fromEnd ?? 1 - entersAt) }
}

function firstInside(
  distanceAt: (fraction: number) => number,
  length: number,
  minM: number,
): number | undefined {
  let outside = 0
  for (let fraction = 0; ; ) {
    const distance = distanceAt(fraction)
    if (distance <= 0) return fraction === 0 ? 0 : border(distanceAt, outside, fraction)
    if (fraction === 1 || length === 0) return undefined
    outside = fraction
    fraction = Math.min(1, fraction + Math.max(distance * 0.99, minM) / length)
  }
}

function border(distanceAt: (fraction: number) => number, outside: number, inside: number): number {
  for (let count = 0; count < refinements; count += 1) {
    const middle = (outside + inside) / 2
    if (distanceAt(middle) <= 0) inside = middle
    else outside = middle
  }
  return inside
}
