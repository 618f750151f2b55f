// Circles, and corridors along lines: everything within a distance of something, by great circles.

import type { Box, Place } from './geodesy.ts'
import { directed, grown, metresBetween, nearTo, newPlace, radians } from './geodesy.ts'
import type { Position } from './geofence.types.ts'
import { stayOn } from './segment.ts'
import type { Shape } from './shape.types.ts'

export function circleOf([longitude = 0, latitude = 0]: Position, radiusM: number): Shape {
  const middle = directed(newPlace(latitude, longitude))
  const distanceM = (place: Place) => {
    const { x, y, z } = directed(place)
    return metresBetween(x, y, z, middle.x, middle.y, middle.z) - radiusM
  }
  return {
    boxes: [grown({ west: longitude, south: latitude, east: longitude, north: latitude }, radiusM)],
    holds: (_box, place) => distanceM(place) <= 0,
    distanceM,
    stay: (_box, way) => stayOn(way, distanceM),
  }
}

/** Stretches of a long corridor have boxes of their own: the box around all of it is mostly empty. */
const legsPerBox = 16
const numbersPerLeg = 15

export function corridorOf(line: Position[], radiusM: number): Shape {
  const legs = legsOf(line)
  const boxes: Box[] = []
  for (let first = 0; first < line.length - 1; first += legsPerBox) {
    boxes.push(grown(boxAround(line.slice(first, first + legsPerBox + 1)), radiusM))
  }
  const size = legsPerBox * numbersPerLeg
  const distanceOfBox = (box: number, place: Place) =>
    metresToLegs(legs, box * size, Math.min(legs.length, (box + 1) * size), directed(place)) - radiusM
  return {
    boxes,
    holds: (box, place) => distanceOfBox(box, place) <= 0,
    distanceM: (place) => metresToLegs(legs, 0, legs.length, directed(place)) - radiusM,
    stay: (box, way) => stayOn(way, (place) => distanceOfBox(box, place)),
  }
}

/**
 * Of each leg: the directions of its ends, that of the axis it turns around, and two that say whether something on the
 * circle lies behind its start and before its end.
 */
function legsOf(line: Position[]): Float64Array {
  const places = line.map(([longitude = 0, latitude = 0]) => directed(newPlace(latitude, longitude)))
  const legs = new Float64Array((places.length - 1) * numbersPerLeg)
  for (let index = 1; index < places.length; index += 1) {
    const [a, b] = [places[index - 1]!, places[index]!]
    const axis = axisOf(a, b)
    const numbers = [a, b, axis, cross(axis, a), cross(b, axis)].flatMap(({ x, y, z }) => [x, y, z])
    legs.set(numbers, (index - 1) * numbersPerLeg)
  }
  return legs
}

/** Finds the nearest place on the line as on a sphere, then measures the way to it on the ellipsoid, as PostGIS does. */
function metresToLegs(legs: Float64Array, start: number, end: number, place: Place): number {
  const { x, y, z } = place
  let nearest = -2
  let cx = 0
  let cy = 0
  let cz = 0
  for (let at = start; at < end; at += numbersPerLeg) {
    const nx = legs[at + 6]!
    const ny = legs[at + 7]!
    const nz = legs[at + 8]!
    const off = x * nx + y * ny + z * nz
    // What is left of the place without its part along the axis points to the nearest place of the whole circle.
    const px = x - off * nx
    const py = y - off * ny
    const pz = z - off * nz
    const isBeside =
      px * legs[at + 9]! + py * legs[at + 10]! + pz * legs[at + 11]! >= 0 &&
      px * legs[at + 12]! + py * legs[at + 13]! + pz * legs[at + 14]! >= 0
    const length = Math.sqrt(px * px + py * py + pz * pz)
    if (isBeside && length > 0) {
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

/** A leg reaches nearer to the pole than its ends do, where its circle does between them. */
function boxAround(line: Position[]): Box {
  let [longitude = 0, latitude = 0] = line[0]!
  const box: Box = { west: longitude, east: longitude, south: latitude, north: latitude }
  for (let index = 1; index < line.length; index += 1) {
    const from = directed(newPlace(latitude, longitude))
    longitude = nearTo(line[index]![0]!, longitude)
    latitude = line[index]![1]!
    const to = directed(newPlace(latitude, longitude))
    const axis = axisOf(from, to)
    const apex = Math.acos(Math.min(1, Math.abs(axis.z))) / radians
    const tops = { x: -axis.x * axis.z, y: -axis.y * axis.z, z: 1 - axis.z * axis.z }
    const [behind, before] = [dot(tops, cross(axis, from)), dot(tops, cross(to, axis))]
    box.north = Math.max(box.north, latitude, behind >= 0 && before >= 0 ? apex : -90)
    box.south = Math.min(box.south, latitude, behind <= 0 && before <= 0 ? -apex : 90)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
  }
  return box
}

interface Direction {
  x: number
  y: number
  z: number
}

/** Ends that are opposite each other have no axis; what comes in is refused for it. */
function axisOf(a: Direction, b: Direction): Direction {
  const { x, y, z } = cross(a, b)
  const length = Math.hypot(x, y, z)
  return { x: x / length, y: y / length, z: z / length }
}

function cross(a: Direction, b: Direction): Direction {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

function dot(a: Direction, b: Direction): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}
