// The segment between two locations: a straight line in longitude and latitude, the shorter way around the earth; and
// where it enters a shape that is known only by its distance.

import { effort, maxPathEffort } from './effort.ts'
import type { Box, Coordinates } from './geodesy.api.ts'
import { maxDegreeM, nearTo, newCoordinates, radians, setCoordinates, wrapped } from './geodesy.api.ts'
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

/** A section of a segment, and the part of a shape that the section may touch. */
export interface Section {
  from: number
  to: number
  distanceM(coordinates: Coordinates): number
}

/**
 * Steps from both ends of each section as far as the distance allows, until it is inside: it misses only touches shorter
 * than the minimum step.
 */
export function stayOn(segment: Segment, sections: Section[]): Stay | undefined {
  const length = lengthM(segment)
  let entersAt: number | undefined
  for (const section of sections.sort((one, other) => one.from - other.from)) {
    if (entersAt !== undefined && section.from >= entersAt) break
    const found = firstInside(segment, section, length, section.from, section.to)
    if (found !== undefined) entersAt = Math.min(found, entersAt ?? 1)
  }
  if (entersAt === undefined) return undefined
  let leavesAt: number | undefined
  for (const section of sections.sort((one, other) => other.to - one.to)) {
    if (leavesAt !== undefined && section.to <= leavesAt) break
    const found = firstInside(segment, section, length, section.to, section.from)
    if (found !== undefined) leavesAt = Math.max(found, leavesAt ?? 0)
  }
  return { entersAt, leavesAt: Math.max(leavesAt ?? 0, entersAt) }
}

/** Going from one fraction of the segment to another, in either direction. */
function firstInside(
  segment: Segment,
  { distanceM }: Section,
  length: number,
  from: number,
  to: number,
): number | undefined {
  const minM = Math.max(minStepM, length / maxSteps)
  const direction = from < to ? 1 : -1
  let outside = from
  for (let fraction = from; ; ) {
    const distance = distanceAt(segment, distanceM, fraction)
    if (distance <= 0) return fraction === from ? from : border(segment, distanceM, outside, fraction)
    if (fraction === to || length === 0 || effort.spent > maxPathEffort) return undefined
    outside = fraction
    const next = fraction + (direction * Math.max(distance * 0.99, minM)) / length
    fraction = direction > 0 ? Math.min(to, next) : Math.max(to, next)
  }
}

function distanceAt(segment: Segment, distanceM: Section['distanceM'], fraction: number): number {
  effort.spent += 1
  const { fromLatitude, fromLongitude, toLatitude, toLongitude } = segment
  const latitude = fromLatitude + (toLatitude - fromLatitude) * fraction
  const longitude = fromLongitude + (toLongitude - fromLongitude) * fraction
  return distanceM(setCoordinates(here, latitude, longitude))
}

function border(segment: Segment, distanceM: Section['distanceM'], outside: number, inside: number): number {
  for (let count = 0; count < refinements; count += 1) {
    const middle = (outside + inside) / 2
    if (distanceAt(segment, distanceM, middle) <= 0) inside = middle
    else outside = middle
  }
  return inside
}

const turns = [-720, -360, 0, 360, 720]
/** Degrees; more than rounding can move a border. */
const paddingDeg = 1e-9

/** The fractions of the segment between which it is in the box. Undefined if it passes beside it. */
export function clip(segment: Segment, box: Box): { from: number; to: number } | undefined {
  effort.spent += 1
  const { fromLatitude: y, toLatitude, fromLongitude: x, toLongitude } = segment
  const up = range(y, toLatitude - y, box.south, box.north)
  if (!up) return undefined
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const turn of turns) {
    if (Math.min(x, toLongitude) + turn > box.east + 1 || Math.max(x, toLongitude) + turn < box.west - 1)
      continue
    const right = range(x + turn, toLongitude - x, box.west, box.east)
    if (!right || right.from > up.to || right.to < up.from) continue
    from = Math.min(from, Math.max(right.from, up.from))
    to = Math.max(to, Math.min(right.to, up.to))
  }
  return from <= to ? { from, to } : undefined
}

/** Between which fractions `start + fraction * step` is between low and high. */
function range(
  start: number,
  step: number,
  low: number,
  high: number,
): { from: number; to: number } | undefined {
  const [below, above] = [low - paddingDeg - start, high + paddingDeg - start]
  if (step === 0) return below <= 0 && above >= 0 ? { from: 0, to: 1 } : undefined
  const [one, other] = [below / step, above / step]
  const from = Math.max(0, Math.min(one, other))
  const to = Math.min(1, Math.max(one, other))
  return from <= to ? { from, to } : undefined
}
