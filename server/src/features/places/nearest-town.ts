// The nearest town by a k-d tree of unit vectors, which has no special case at the poles and the antimeridian. The
// middle town of each part of the array divides it by the next axis.

const meanRadiusM = 6_371_008.8
const radiansPerDegree = Math.PI / 180
/** Below this many towns, comparing all is faster than dividing. */
const leafTowns = 8

export interface TownTree {
  /** Three numbers each. */
  townVectors: Float32Array
  /** The nearest one to the centre of each square degree: far from towns, beginning with it saves most of the search. */
  townsByDegree: Uint32Array
}

export type Vector = [x: number, y: number, z: number]

export interface NearTown {
  /** Its number; -1 if there is none. */
  town: number
  distanceM: number
}

export function vectorOf(latitude: number, longitude: number): Vector {
  const flat = Math.cos(latitude * radiansPerDegree)
  const lambda = longitude * radiansPerDegree
  return [flat * Math.cos(lambda), flat * Math.sin(lambda), Math.sin(latitude * radiansPerDegree)]
}

function chordOf(distanceM: number): number {
  return 2 * Math.sin(Math.min(distanceM / meanRadiusM, Math.PI) / 2)
}

export function nearestTown(tree: TownTree, latitude: number, longitude: number): NearTown {
  return searchTowns(tree, vectorOf(latitude, longitude), { first: tree.townsByDegree[degreeAt(latitude, longitude)]! })
}

const rowsOfDegrees = 180
export const columnsOfDegrees = 360

export function degreeAt(latitude: number, longitude: number): number {
  const row = Math.min(rowsOfDegrees - 1, Math.floor(latitude) + 90)
  const column = Math.min(columnsOfDegrees - 1, Math.floor(longitude) + 180)
  return row * columnsOfDegrees + column
}

interface SearchOptions {
  /** The town to begin with. */
  first?: number
  maxM?: number
  accepts?: (town: number) => boolean
}

/** The parts of the tree that are still to be searched; the deepest first. */
const maxDepth = 64
const starts = new Int32Array(maxDepth)
const ends = new Int32Array(maxDepth)
const axes = new Int32Array(maxDepth)
/** How far the point is outside of each along the axes, and in all, squared. */
const offsets = new Float64Array(maxDepth * 3)
const outsideSquared = new Float64Array(maxDepth)

export function searchTowns(
  { townVectors }: Pick<TownTree, 'townVectors'>,
  [x, y, z]: Vector,
  { first, maxM = Number.POSITIVE_INFINITY, accepts }: SearchOptions = {},
): NearTown {
  let nearest = first ?? -1
  let nearestSquared = first === undefined ? chordOf(maxM) ** 2 + Number.EPSILON : squaredTo(townVectors, first, x, y, z)
  let [start, end, axis] = [0, townVectors.length / 3, 0]
  let [ox, oy, oz] = [0, 0, 0]
  let depth = 0
  for (;;) {
    while (end - start > leafTowns) {
      const middle = (start + end) >> 1
      const offset = (axis === 0 ? x : axis === 1 ? y : z) - townVectors[middle * 3 + axis]!
      const squared = squaredTo(townVectors, middle, x, y, z)
      if (squared < nearestSquared && (!accepts || accepts(middle))) {
        nearest = middle
        nearestSquared = squared
      }
      const next = axis === 2 ? 0 : axis + 1
      const at = depth * 3
      offsets[at] = axis === 0 ? offset : ox
      offsets[at + 1] = axis === 1 ? offset : oy
      offsets[at + 2] = axis === 2 ? offset : oz
      outsideSquared[depth] = offsets[at]! ** 2 + offsets[at + 1]! ** 2 + offsets[at + 2]! ** 2
      axes[depth] = next
      starts[depth] = offset < 0 ? middle + 1 : start
      ends[depth] = offset < 0 ? end : middle
      depth += 1
      if (offset < 0) end = middle
      else start = middle + 1
      axis = next
    }
    for (let town = start; town < end; town += 1) {
      const squared = squaredTo(townVectors, town, x, y, z)
      if (squared < nearestSquared && (!accepts || accepts(town))) {
        nearest = town
        nearestSquared = squared
      }
    }
    do depth -= 1
    while (depth >= 0 && outsideSquared[depth]! >= nearestSquared)
    if (depth < 0) break
    start = starts[depth]!
    end = ends[depth]!
    axis = axes[depth]!
    ox = offsets[depth * 3]!
    oy = offsets[depth * 3 + 1]!
    oz = offsets[depth * 3 + 2]!
  }
  return { town: nearest, distanceM: 2 * meanRadiusM * Math.asin(Math.min(1, Math.sqrt(nearestSquared) / 2)) }
}

function squaredTo(vectors: Float32Array, town: number, x: number, y: number, z: number): number {
  const dx = vectors[town * 3]! - x
  const dy = vectors[town * 3 + 1]! - y
  const dz = vectors[town * 3 + 2]! - z
  return dx * dx + dy * dy + dz * dz
}
