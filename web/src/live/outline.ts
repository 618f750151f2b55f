// The drawn outline of a shape: areas as they are, circles and corridors as rings.

import { directionOf, meanRadiusM, metresToLeg, radians } from './globe.ts'
import { boxOf } from './inside.ts'
import type { Area, Position, Ring, Shape } from './shape.ts'
import { areasOf, nearTo, unwrapLine } from './shape.ts'

const circleSteps = 96
const arcStepDeg = 6
/** Corners of a corridor closer to its line than this share of its width are invisible. */
const smallestBend = 0.1

export function outlineOf({ geometry, radiusM }: Shape): Area[] {
  if (geometry.type === 'Point') return [[circleRing(geometry.coordinates, radiusM ?? 0)]]
  if (geometry.type === 'LineString') return [[corridorRing(geometry.coordinates, radiusM ?? 0)]]
  return areasOf(geometry)
}

/** The bounds of all points; `east` may exceed 180. */
export function boundsOfShape(shape: Shape): [west: number, south: number, east: number, north: number] {
  const { west, south, east, north } = boxOf(outlineOf(shape).flatMap(([outer = []]) => outer))
  return [west, south, east, north]
}

/** The point at a distance and direction from another, on a sphere. */
export function destinationOf(
  [longitude = 0, latitude = 0]: Position,
  bearingDeg: number,
  metres: number,
): Position {
  const reach = metres / meanRadiusM
  const [from, bearing] = [latitude * radians, bearingDeg * radians]
  const to = Math.asin(
    Math.sin(from) * Math.cos(reach) + Math.cos(from) * Math.sin(reach) * Math.cos(bearing),
  )
  const along = Math.atan2(
    Math.sin(bearing) * Math.sin(reach) * Math.cos(from),
    Math.cos(reach) - Math.sin(from) * Math.sin(to),
  )
  return [longitude + along / radians, to / radians]
}

function circleRing(middle: Position, radiusM: number): Ring {
  const ring = Array.from({ length: circleSteps + 1 }, (_, step) =>
    destinationOf(middle, (360 * step) / circleSteps, radiusM),
  )
  const line = unwrapLine(ring)
  const [first, last] = [line[0] as Position, line.at(-1) as Position]
  if (Math.abs((last[0] as number) - (first[0] as number)) < 180) return [...line.slice(0, -1), first]
  // The ring contains a pole: it is not closed, and is completed along the pole.
  const pole = (middle[1] ?? 0) > 0 ? 90 : -90
  return [...line, [last[0] as number, pole], [first[0] as number, pole], first]
}

function corridorRing(given: Position[], radiusM: number): Ring {
  const line = simplified(unwrapLine(given), radiusM * smallestBend)
  if (line.length < 2) return circleRing(given[0] ?? [0, 0], radiusM)
  const there = side(line, radiusM)
  const back = side([...line].reverse(), radiusM)
  const ring = [...there, ...back]
  return [...ring, ring[0] as Position]
}

/** The right side of a line, and the half circle around its end. */
function side(line: Position[], radiusM: number): Position[] {
  const points: Position[] = []
  for (let index = 1; index < line.length; index += 1) {
    const [from, to, next] = [line[index - 1] as Position, line[index] as Position, line[index + 1]]
    const bearing = bearingOf(from, to)
    const turn = next ? nearTo(bearingOf(to, next) - bearing, 0) : -180
    points.push(destinationOf(from, bearing + 90, radiusM))
    if (turn <= 0) points.push(...arc(to, bearing + 90, turn, radiusM))
    else if (next) {
      const inner = crossing(
        [destinationOf(from, bearing + 90, radiusM), destinationOf(to, bearing + 90, radiusM)],
        [destinationOf(to, bearing + turn + 90, radiusM), destinationOf(next, bearing + turn + 90, radiusM)],
      )
      if (inner) points.push(inner)
    }
  }
  return withoutInnerStarts(points, line, radiusM)
}

/** At inner bends, the extra corner lies within the adjacent leg. */
function withoutInnerStarts(points: Position[], line: Position[], radiusM: number): Position[] {
  const ends = line.map(([longitude = 0, latitude = 0]) => directionOf(longitude, latitude))
  return points.filter(([longitude = 0, latitude = 0]) => {
    const point = directionOf(longitude, latitude)
    return !ends.some(
      (to, index) => index > 0 && metresToLeg(point, ends[index - 1] as typeof to, to) < radiusM * 0.97,
    )
  })
}

function arc(around: Position, fromDeg: number, turnDeg: number, radiusM: number): Position[] {
  const steps = Math.max(1, Math.ceil(Math.abs(turnDeg) / arcStepDeg))
  return Array.from({ length: steps + 1 }, (_, step) =>
    destinationOf(around, fromDeg + (turnDeg * step) / steps, radiusM),
  )
}

function bearingOf([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number {
  const along = (bx - ax) * radians
  const [from, to] = [ay * radians, by * radians]
  const east = Math.sin(along) * Math.cos(to)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(along)
  return Math.atan2(east, north) / radians
}

function crossing([a, b]: [Position, Position], [c, d]: [Position, Position]): Position | undefined {
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = [...a, ...b, ...c, ...d]
  const spread = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  if (spread === 0) return undefined
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / spread
  const across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / spread
  if (along < 0 || along > 1 || across < 0 || across > 1) return undefined
  return [ax + along * (bx - ax), ay + along * (by - ay)]
}

/** Douglas-Peucker: a corner stays if the line without it would be too far off. */
export function simplified(line: Position[], toleranceM: number): Position[] {
  const points = line.map(([longitude = 0, latitude = 0]) => directionOf(longitude, latitude))
  const stays = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range
    let [farthest, metres] = [0, toleranceM]
    for (let index = first + 1; index < last; index += 1) {
      const off = metresToLeg(points[index]!, points[first]!, points[last]!)
      if (off > metres) [farthest, metres] = [index, off]
    }
    if (farthest === 0) continue
    stays.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return line.filter((_, index) => stays.has(index))
}
