// The nearest town by a tree of unit vectors, which has no special case at the poles and the antimeridian. Towns are in
// an order in which each half of the array, each half of that, and so on, are near each other.

const meanRadiusM = 6_371_008.8
const radiansPerDegree = Math.PI / 180
/** Below this many towns, comparing all is faster than dividing. */
const leafTowns = 8

export interface TownTree {
  /** Three numbers each. */
  townVectors: Float32Array
  /** Of each part of the tree: the smallest x, y and z, and the largest. The parts of part n are 2n and 2n + 1. */
  townBoxes: Float32Array
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
  return searchTowns(tree, vectorOf(latitude, longitude), {
    first: tree.townsByDegree[degreeAt(latitude, longitude)]!,
  })
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

/** The parts of the tree that are still to be searched, the nearest on top: first and last town, node, and distance. */
const maxDepth = 64
const starts = new Int32Array(maxDepth)
const ends = new Int32Array(maxDepth)
const nodes = new Int32Array(maxDepth)
const squares = new Float64Array(maxDepth)

export function searchTowns(
  { townVectors, townBoxes }: Pick<TownTree, 'townVectors' | 'townBoxes'>,
  [x, y, z]: Vector,
  { first, maxM = Number.POSITIVE_INFINITY, accepts }: SearchOptions = {},
): NearTown {
  let nearest = first ?? -1
  let nearestSquared =
    first === undefined ? chordOf(maxM) ** 2 + Number.EPSILON : squaredTo(townVectors, first, x, y, z)
  starts[0] = 0
  ends[0] = townVectors.length / 3
  nodes[0] = 1
  squares[0] = 0
  let depth = 1
  while (depth > 0) {
    depth -= 1
    if (squares[depth]! >= nearestSquared) continue
    const start = starts[depth]!
    const end = ends[depth]!
    const node = nodes[depth]!
    if (end - start <= leafTowns) {
      for (let town = start; town < end; town += 1) {
        const squared = squaredTo(townVectors, town, x, y, z)
        if (squared < nearestSquared && (!accepts || accepts(town))) {
          nearest = town
          nearestSquared = squared
        }
      }
      continue
    }
    const middle = (start + end) >> 1
    const before = squaredToBox(townBoxes, node * 2, x, y, z)
    const after = squaredToBox(townBoxes, node * 2 + 1, x, y, z)
    // The nearer part on top.
    const isBeforeOnTop = before <= after
    const [low, high] = isBeforeOnTop ? [depth + 1, depth] : [depth, depth + 1]
    starts[low] = start
    ends[low] = middle
    nodes[low] = node * 2
    squares[low] = before
    starts[high] = middle
    ends[high] = end
    nodes[high] = node * 2 + 1
    squares[high] = after
    depth += 2
  }
  return { town: nearest, distanceM: 2 * meanRadiusM * Math.asin(Math.min(1, Math.sqrt(nearestSquared) / 2)) }
}

/** The boxes around the parts of the tree: a part is left out if its box is too far away. */
export function boxesOf(townVectors: Float32Array): Float32Array {
  const count = townVectors.length / 3
  const levels = Math.ceil(Math.log2(Math.max(1, count / leafTowns))) + 1
  const boxes = new Float32Array(2 ** (levels + 1) * 6)
  addBox(1, 0, count)
  return boxes

  function addBox(node: number, start: number, end: number): void {
    if (end - start <= leafTowns) {
      boxes.fill(Number.POSITIVE_INFINITY, node * 6, node * 6 + 3)
      boxes.fill(Number.NEGATIVE_INFINITY, node * 6 + 3, node * 6 + 6)
      for (let town = start; town < end; town += 1) extend(node, townVectors, town * 3, town * 3)
      return
    }
    const middle = (start + end) >> 1
    addBox(node * 2, start, middle)
    addBox(node * 2 + 1, middle, end)
    boxes.copyWithin(node * 6, node * 12, node * 12 + 6)
    extend(node, boxes, node * 12 + 6, node * 12 + 9)
  }

  /** By the smallest and largest values that begin at these places. */
  function extend(node: number, values: Float32Array, smallest: number, largest: number): void {
    for (let axis = 0; axis < 3; axis += 1) {
      const at = node * 6 + axis
      boxes[at] = Math.min(boxes[at]!, values[smallest + axis]!)
      boxes[at + 3] = Math.max(boxes[at + 3]!, values[largest + axis]!)
    }
  }
}

/** Along each axis, 0 within the box. */
function squaredToBox(boxes: Float32Array, node: number, x: number, y: number, z: number): number {
  const at = node * 6
  const dx = outside(boxes[at]!, x, boxes[at + 3]!)
  const dy = outside(boxes[at + 1]!, y, boxes[at + 4]!)
  const dz = outside(boxes[at + 2]!, z, boxes[at + 5]!)
  return dx * dx + dy * dy + dz * dz
}

function outside(smallest: number, value: number, largest: number): number {
  return value < smallest ? smallest - value : value > largest ? value - largest : 0
}

function squaredTo(vectors: Float32Array, town: number, x: number, y: number, z: number): number {
  const dx = vectors[town * 3]! - x
  const dy = vectors[town * 3 + 1]! - y
  const dz = vectors[town * 3 + 2]! - z
  return dx * dx + dy * dy + dz * dz
}
