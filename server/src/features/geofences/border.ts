// The border of a polygon on the earth, and the distance to it in metres.

import type { Area } from './area.ts'
import type { Coordinates } from './geodesy.api.ts'
import { metresBetween, nearTo, newCoordinates, radians, setCoordinates, withVector } from './geodesy.api.ts'

type Edge = [x1: number, y1: number, x2: number, y2: number]

const maxPieceDeg = 45
const shortPieceDeg = 1
/** Closer to the poles, longitudes converge too fast to treat a piece as a straight line. */
const highLatitude = 85
const seamDeg = 1e-7
const numbersPerBox = 16 * 4
const minDegreeM = 110_000

export interface Border {
  /** Four numbers for each piece: from longitude and latitude, to longitude and latitude. */
  pieces: Float64Array
  /** The bounding boxes of consecutive pieces, in the same format. */
  boxes: Float64Array
}

/** Leaves out edges of the plane that are none on the earth. */
export function createBorder(
  areas: Area[],
  isInside: (longitude: number, latitude: number) => boolean,
): Border {
  const edges = areas.flatMap((area) => edgesOf(area))
  const pieces = Float64Array.from(
    withoutSeams(edges, isInside)
      .filter(([, y1, , y2]) => y1 !== y2 || Math.abs(y1) < 90)
      .flatMap(cut)
      .flat(),
  )
  return { pieces, boxes: boxesOf(pieces) }
}

function boxesOf(pieces: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(pieces.length / numbersPerBox) * 4)
  for (let box = 0; box < boxes.length; box += 4) {
    const inside = pieces.subarray((box / 4) * numbersPerBox, (box / 4 + 1) * numbersPerBox)
    const longitudes = inside.filter((_, index) => index % 2 === 0)
    const latitudes = inside.filter((_, index) => index % 2 === 1)
    boxes.set(
      [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
      box,
    )
  }
  return boxes
}

function edgesOf({ edges }: Area): Edge[] {
  return Array.from({ length: edges.length / 4 }, (_, index) => [
    ...edges.subarray(index * 4, index * 4 + 4),
  ]) as Edge[]
}

/** Splits pieces so long that they could have two nearest points. */
function cut([x1, y1, x2, y2]: Edge): Edge[] {
  const count = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / maxPieceDeg))
  const at = (index: number) => [x1 + ((x2 - x1) * index) / count, y1 + ((y2 - y1) * index) / count] as const
  return Array.from({ length: count }, (_, index) => [...at(index), ...at(index + 1)])
}

/**
 * Where a polygon is split at a meridian, as RFC 7946 requires at the antimeridian, both sides of the edge are
 * inside.
 */
function withoutSeams(edges: Edge[], isInside: (longitude: number, latitude: number) => boolean): Edge[] {
  const meridians = Map.groupBy(
    edges.filter(([x1, , x2]) => x1 === x2),
    ([x]) => (x % 360) + (x < 0 ? 360 : 0),
  )
  const seams = [...meridians.values()].filter((group) => group.some(([x]) => x !== group[0]![0]))
  if (seams.length === 0) return edges
  const replaced = new Set(seams.flat())
  const kept = edges.filter((edge) => !replaced.has(edge))
  for (const group of seams) {
    const heights = [...new Set(group.flatMap(([, y1, , y2]) => [y1, y2]))].sort((a, b) => a - b)
    for (const [x, y1, , y2] of group) {
      const high = heights.indexOf(Math.max(y1, y2))
      for (let index = heights.indexOf(Math.min(y1, y2)); index < high; index += 1) {
        const [from, to] = [heights[index]!, heights[index + 1]!]
        const middle = (from + to) / 2
        if (isInside(x - seamDeg, middle) !== isInside(x + seamDeg, middle)) kept.push([x, from, x, to])
      }
    }
  }
  return kept
}

/** Measures the pieces of the nearest box first; most others then need no measuring. */
export function metresToBorder(border: Border, coordinates: Coordinates): number {
  const { boxes } = border
  withVector(coordinates)
  const flat = Math.cos(coordinates.latitude * radians)
  let first = 0
  let minM = Number.POSITIVE_INFINITY
  for (let box = 0; box < boxes.length; box += 4) {
    const boundM = metresAtLeast(boxes, box, coordinates, flat)
    if (boundM >= minM) continue
    minM = boundM
    first = box
  }
  let nearestM = metresToBox(border, first, coordinates, flat, Number.POSITIVE_INFINITY)
  for (let box = 0; box < boxes.length; box += 4) {
    if (box === first || metresAtLeast(boxes, box, coordinates, flat) >= nearestM) continue
    nearestM = metresToBox(border, box, coordinates, flat, nearestM)
  }
  return nearestM
}

function metresToBox(
  { pieces }: Border,
  box: number,
  coordinates: Coordinates,
  flat: number,
  knownM: number,
): number {
  const end = Math.min(pieces.length, (box / 4 + 1) * numbersPerBox)
  let nearestM = knownM
  for (let at = (box / 4) * numbersPerBox; at < end; at += 4) {
    if (metresAtLeast(pieces, at, coordinates, flat) >= nearestM) continue
    nearestM = Math.min(nearestM, metresToPiece(pieces, at, coordinates))
  }
  return nearestM
}

/** A lower bound from the distances in latitude and longitude. */
function metresAtLeast(
  boxes: Float64Array,
  at: number,
  { latitude, longitude }: Coordinates,
  flat: number,
): number {
  const x1 = boxes[at]!
  const y1 = boxes[at + 1]!
  const x2 = boxes[at + 2]!
  const y2 = boxes[at + 3]!
  const x = nearTo(longitude, (x1 + x2) / 2)
  const up = y1 < y2 ? Math.max(y1 - latitude, latitude - y2) : Math.max(y2 - latitude, latitude - y1)
  const right = x1 < x2 ? Math.max(x1 - x, x - x2) : Math.max(x2 - x, x - x1)
  return Math.max(up * minDegreeM, acrossM(right, flat))
}

/** A lower bound of the distance to a meridian: its sine is that of the angle, times the cosine of the latitude. */
function acrossM(angleDeg: number, flat: number): number {
  if (angleDeg <= 0) return 0
  const angle = Math.min(angleDeg, 50) * radians
  return flat * angle * (1 - (angle * angle) / 6) * (minDegreeM / radians)
}

const there = newCoordinates()
const golden = (Math.sqrt(5) - 1) / 2
const narrowings = 42

function metresToPiece(pieces: Float64Array, at: number, coordinates: Coordinates): number {
  const x1 = pieces[at]!
  const y1 = pieces[at + 1]!
  const right = pieces[at + 2]! - x1
  const up = pieces[at + 3]! - y1
  const metresAt = (fraction: number) => {
    const { x, y, z } = withVector(setCoordinates(there, y1 + up * fraction, x1 + right * fraction))
    return metresBetween(coordinates.x, coordinates.y, coordinates.z, x, y, z)
  }
  const isShort = Math.abs(right) < shortPieceDeg && Math.abs(up) < shortPieceDeg
  if (isShort && Math.abs(y1) < highLatitude && Math.abs(coordinates.latitude) < highLatitude) {
    // As on a map that is true to scale halfway between the two: the error is quadratic in a small quantity.
    const scale = Math.cos(((coordinates.latitude + y1 + up / 2) / 2) * radians) ** 2
    const beside = nearTo(coordinates.longitude, x1 + right / 2) - x1
    const fraction =
      (beside * right * scale + (coordinates.latitude - y1) * up) / (right * right * scale + up * up)
    return metresAt(Math.min(1, Math.max(0, fraction)))
  }
  let low = 0
  let high = 1
  let left = metresAt(1 - golden)
  let far = metresAt(golden)
  for (let count = 0; count < narrowings; count += 1) {
    if (left < far) {
      high = low + golden * (high - low)
      far = left
      left = metresAt(high - golden * (high - low))
    } else {
      low = high - golden * (high - low)
      left = far
      far = metresAt(low + golden * (high - low))
    }
  }
  return Math.min(left, far, metresAt(0), metresAt(1))
}
