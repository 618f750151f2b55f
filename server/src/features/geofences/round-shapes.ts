// Circles, and corridors along lines: everything within a distance, by great circles.

import { effort } from './effort.ts'
import type { Box, Coordinates } from './geodesy.api.ts'
import { grown, metresBetween, nearTo, newCoordinates, radians, withVector } from './geodesy.api.ts'
import type { Position } from './geofence.types.ts'
import type { Section } from './segment.ts'
import { clip, stayOn } from './segment.ts'
import type { Shape } from './shape.types.ts'

export function circleOf([longitude = 0, latitude = 0]: Position, radiusM: number): Shape {
  const centre = withVector(newCoordinates(latitude, longitude))
  const distanceM = (coordinates: Coordinates) => {
    const { x, y, z } = withVector(coordinates)
    return metresBetween(x, y, z, centre.x, centre.y, centre.z) - radiusM
  }
  const box = grown({ west: longitude, south: latitude, east: longitude, north: latitude }, radiusM)
  return {
    boxes: [box],
    contains: (_box, coordinates) => distanceM(coordinates) <= 0,
    distanceM,
    distanceAmongM: (_boxes, coordinates) => distanceM(coordinates),
    stay(_boxes, segment) {
      const clipped = clip(segment, box)
      return clipped && stayOn(segment, [{ ...clipped, distanceM }])
    },
  }
}

/** Sections of a long corridor have separate boxes: the box around all of it is mostly empty. */
const legsPerBox = 16
const numbersPerLeg = 15

export function corridorOf(line: Position[], radiusM: number): Shape {
  const legs = legsOf(line)
  const boxes: Box[] = []
  for (let first = 0; first < line.length - 1; first += legsPerBox) {
    boxes.push(grown(boxAround(line.slice(first, first + legsPerBox + 1)), radiusM))
  }
  const size = legsPerBox * numbersPerLeg
  const distanceOfBox = (box: number, coordinates: Coordinates) => {
    effort.spent += legsPerBox
    const end = Math.min(legs.length, (box + 1) * size)
    return metresToLegs(legs, box * size, end, withVector(coordinates)) - radiusM
  }
  return {
    boxes,
    contains: (box, coordinates) => distanceOfBox(box, coordinates) <= 0,
    distanceM: (coordinates) => metresToLegs(legs, 0, legs.length, withVector(coordinates)) - radiusM,
    distanceAmongM(among, coordinates) {
      let nearestM = Number.POSITIVE_INFINITY
      for (const box of among) nearestM = Math.min(nearestM, distanceOfBox(box, coordinates))
      return nearestM
    },
    stay(among, segment) {
      const sections: Section[] = []
      for (const box of among) {
        const clipped = clip(segment, boxes[box]!)
        if (clipped)
          sections.push({ ...clipped, distanceM: (coordinates) => distanceOfBox(box, coordinates) })
      }
      return stayOn(segment, sections)
    },
  }
}

/**
 * For each leg: the unit vectors of its ends and of its axis, and two that decide whether a point on the great circle
 * is after its start and before its end.
 */
function legsOf(line: Position[]): Float64Array {
  const points = line.map(([longitude = 0, latitude = 0]) => withVector(newCoordinates(latitude, longitude)))
  const legs = new Float64Array((points.length - 1) * numbersPerLeg)
  for (let index = 1; index < points.length; index += 1) {
    const [a, b] = [points[index - 1]!, points[index]!]
    const axis = axisOf(a, b)
    const numbers = [a, b, axis, cross(axis, a), cross(b, axis)].flatMap(({ x, y, z }) => [x, y, z])
    legs.set(numbers, (index - 1) * numbersPerLeg)
  }
  return legs
}

/**
 * Finds the nearest point on the line as on a sphere, then measures the distance on the ellipsoid, as PostGIS does.
 */
function metresToLegs(legs: Float64Array, start: number, end: number, coordinates: Coordinates): number {
  const { x, y, z } = coordinates
  let nearest = -2
  let cx = 0
  let cy = 0
  let cz = 0
  for (let at = start; at < end; at += numbersPerLeg) {
    const nx = legs[at + 6]!
    const ny = legs[at + 7]!
    const nz = legs[at + 8]!
    const off = x * nx + y * ny + z * nz
    // The projection onto the plane of the great circle points to its nearest point.
    const px = x - off * nx
    const py = y - off * ny
    const pz = z - off * nz
    const isBetween =
      px * legs[at + 9]! + py * legs[at + 10]! + pz * legs[at + 11]! >= 0 &&
      px * legs[at + 12]! + py * legs[at + 13]! + pz * legs[at + 14]! >= 0
    const length = Math.sqrt(px * px + py * py + pz * pz)
    if (isBetween && length > 0) {
      if (length <= nearest) continue
      nearest = length
      cx = px / length
      cy = py / length
      cz = pz / length
      continue
    }
    for (let corner = at; corner < at + 6; corner += 3) {
      const cosine = x * legs[corner]! + y * legs[corner + 1]! + z * legs[corner + 2]!
      if (cosine <= nearest) continue
      nearest = cosine
      cx = legs[corner]!
      cy = legs[corner + 1]!
      cz = legs[corner + 2]!
    }
  }
  return metresBetween(x, y, z, cx, cy, cz)
}

/** A leg may reach closer to the pole than its ends, if the apex of its great circle is between them. */
function boxAround(line: Position[]): Box {
  let [longitude = 0, latitude = 0] = line[0]!
  const box: Box = { west: longitude, east: longitude, south: latitude, north: latitude }
  for (let index = 1; index < line.length; index += 1) {
    const from = withVector(newCoordinates(latitude, longitude))
    longitude = nearTo(line[index]![0]!, longitude)
    latitude = line[index]![1]!
    const to = withVector(newCoordinates(latitude, longitude))
    const axis = axisOf(from, to)
    const apex = Math.acos(Math.min(1, Math.abs(axis.z))) / radians
    const tops = { x: -axis.x * axis.z, y: -axis.y * axis.z, z: 1 - axis.z * axis.z }
    const [after, before] = [dot(tops, cross(axis, from)), dot(tops, cross(to, axis))]
    box.north = Math.max(box.north, latitude, after >= 0 && before >= 0 ? apex : -90)
    box.south = Math.min(box.south, latitude, after <= 0 && before <= 0 ? -apex : 90)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
  }
  return box
}

interface Vector {
  x: number
  y: number
  z: number
}

/** Antipodal ends have no axis; validation rejects them. */
function axisOf(a: Vector, b: Vector): Vector {
  const { x, y, z } = cross(a, b)
  const length = Math.hypot(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}
