// A line on the ground, with the point at a given distance along it.

const EARTH_M = 6_371_000
const RADIANS = Math.PI / 180

export interface Path {
  lengthM: number
  /** Clamped to its ends. */
  at(metres: number): Spot
}

export interface Spot {
  latitude: number
  longitude: number
  courseDeg: number
}

type Point = readonly [latitude: number, longitude: number]

/** Parses lines of latitude, longitude and a comment. */
export function readPoints(text: string): Point[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [latitude, longitude] = line.trim().split(' ').map(Number)
      return [latitude!, longitude!]
    })
}

export function pathOf(points: readonly Point[]): Path {
  const ends = [0]
  for (let at = 1; at < points.length; at += 1) {
    ends.push(ends[at - 1]! + metresBetween(points[at - 1]!, points[at]!))
  }
  const lengthM = ends.at(-1)!
  return {
    lengthM,
    at(metres) {
      const along = Math.min(lengthM, Math.max(0, metres))
      const leg = legAt(ends, along)
      const [from, to] = [points[leg]!, points[leg + 1]!]
      const share = (along - ends[leg]!) / (ends[leg + 1]! - ends[leg]!)
      return {
        latitude: from[0] + (to[0] - from[0]) * share,
        longitude: from[1] + (to[1] - from[1]) * share,
        courseDeg: courseBetween(from, to),
      }
    },
  }
}

function legAt(ends: readonly number[], metres: number): number {
  let [low, high] = [0, ends.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ends[middle]! <= metres) low = middle
    else high = middle - 1
  }
  return low
}

export function metresBetween([latA, lonA]: Point, [latB, lonB]: Point): number {
  const north = (latB - latA) * RADIANS
  const east = (lonB - lonA) * RADIANS * Math.cos(((latA + latB) / 2) * RADIANS)
  return Math.hypot(north, east) * EARTH_M
}

function courseBetween([latA, lonA]: Point, [latB, lonB]: Point): number {
  const east = (lonB - lonA) * Math.cos(((latA + latB) / 2) * RADIANS)
  return (Math.atan2(east, latB - latA) / RADIANS + 360) % 360
}
