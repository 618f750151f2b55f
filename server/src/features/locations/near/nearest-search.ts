// The nearest locations around a point, from squares at growing distance. A square with many locations is replaced by its
// quarters, so that a dense city costs as much as a village.

import type { Point, Square } from './squares.ts'
import { heightMOf, metresBetweenPoints, metresTo, numbersOf, quartersOf, wholeEarth } from './squares.ts'

/** The numbers of the smallest squares, both included. */
export interface SquareRange {
  first: number
  last: number
  /** Null: all are read, and the nearest ones in scope returned. */
  maxRows: number | null
}

export interface ReadLocation {
  /** From 1, in the order of the ranges. */
  ordinal: number
  deviceNumber: number
  latitudeE7: number
  longitudeE7: number
  isInScope: boolean
}

export type SquareReader = (ranges: SquareRange[]) => Promise<ReadLocation[]>

export interface NearLocation {
  deviceNumber: number
  distanceM: number
}

/** Squares with more locations are divided; the smallest ones are then read as a whole. */
const maxInSquare = 50
const maxSquares = 256
/** Squares per statement; and after one with many locations. */
const maxBatch = 64
const crowdedBatch = 12
/** Once there are locations, a statement covers up to this many times the area of all before it. */
const maxGrowth = 8
/** Locations that are read before the search gives up. */
const maxExamined = 20_000
/** Taken for the number of locations in a square that is read as a whole. */
const manyInSquare = 2_000

/** Nearest first. Undefined: too many locations were read, because few of them are in the scope. */
export async function searchNearest(
  read: SquareReader,
  point: Point,
  { radiusM, limit }: { radiusM: number; limit: number },
): Promise<NearLocation[] | undefined> {
  const metres = metresFrom(point)
  let pending = squaresAround(point, radiusM)
  let nearest: NearLocation[] = []
  let examined = 0
  let coveredSquares = 0
  let maxCount = maxBatch
  for (let round = 0; ; round += 1) {
    const reachM = nearest.length < limit ? radiusM : nearest.at(-1)!.distanceM
    pending = pending.filter(({ fromM }) => fromM <= reachM).sort((one, other) => one.fromM - other.fromM)
    if (pending.length === 0) return nearest
    if (examined > maxExamined) return undefined
    // If locations are as dense as before, this area has the missing ones.
    const isEmpty = round > 1 && examined === 0
    const growth = isEmpty
      ? Number.POSITIVE_INFINITY
      : Math.min(maxGrowth, limit / Math.max(1, nearest.length))
    const batch = takeBatch(pending, maxCount, coveredSquares * growth)
    const rows = await read(batch.map(rangeOf))
    const crowded = new Set<PendingSquare>()
    const counts = Map.groupBy(rows, ({ ordinal }) => ordinal)
    for (const [index, square] of batch.entries()) {
      const count = counts.get(index + 1)?.length ?? 0
      examined += square.isWhole ? manyInSquare : count
      if (count > maxInSquare && !square.isWhole) crowded.add(square)
    }
    for (const square of crowded) pending.push(...dividedBy(point, square))
    maxCount = crowded.size > 0 ? crowdedBatch : Math.min(maxBatch, 2 * maxCount)
    coveredSquares += sumOf(
      batch.filter((square) => !crowded.has(square)).map(({ square }) => 4 ** square.level),
    )
    const found = rows
      .filter(({ ordinal, isInScope }) => isInScope && !crowded.has(batch[ordinal - 1]!))
      .map((row) => ({ deviceNumber: row.deviceNumber, distanceM: metres(row) }))
      .filter(({ distanceM }) => distanceM <= radiusM)
    // A device that moved meanwhile may be found in two squares.
    const known = new Map([...nearest, ...found].map((one) => [one.deviceNumber, one]))
    nearest = [...known.values()].sort((one, other) => one.distanceM - other.distanceM).slice(0, limit)
  }
}

interface PendingSquare {
  square: Square
  /** None of its locations is closer. */
  fromM: number
  /** It is known to have many locations, and read anyway. */
  isWhole: boolean
}

const from =
  (point: Point) =>
  (square: Square): PendingSquare => ({ square, fromM: metresTo(square, point), isWhole: false })

/** The nearest ones, and at most one that is read as a whole. Removes them from the list. */
function takeBatch(pending: PendingSquare[], maxCount: number, area: number): PendingSquare[] {
  let count = 0
  for (let taken = 0; count < Math.min(maxCount, pending.length) && (count === 0 || taken < area); ) {
    const { square, isWhole } = pending[count]!
    count += 1
    if (isWhole) break
    taken += 4 ** square.level
  }
  return pending.splice(0, count)
}

function dividedBy(point: Point, crowded: PendingSquare): PendingSquare[] {
  const { square } = crowded
  if (square.level === 0) return [{ ...crowded, isWhole: true }]
  const quarters = quartersOf(square)
  return (square.level > 1 ? quarters.flatMap(quartersOf) : quarters).map(from(point))
}

function rangeOf({ square, isWhole }: PendingSquare): SquareRange {
  return { ...numbersOf(square), maxRows: isWhole ? null : maxInSquare + 1 }
}

/** The squares that the radius reaches: the smallest ones around the point, and larger ones farther away. */
function squaresAround(point: Point, radiusM: number): PendingSquare[] {
  const found: PendingSquare[] = []
  const pending = [from(point)(wholeEarth)]
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { square, fromM } = next
    if (fromM > radiusM) continue
    // Around a pole, where squares are narrow, there would be thousands.
    const isSmall = square.level === 0 || heightMOf(square) <= 2 * fromM
    if (isSmall || found.length + pending.length > maxSquares) found.push(next)
    else pending.push(...quartersOf(square).map(from(point)))
  }
  return found
}

/** On the ellipsoid. */
export function metresFrom(point: Point): (to: { latitudeE7: number; longitudeE7: number }) => number {
  return ({ latitudeE7, longitudeE7 }) =>
    metresBetweenPoints(point, { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 })
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
