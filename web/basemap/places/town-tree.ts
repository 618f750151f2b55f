// Towns in the order of the k-d tree that server/src/features/places/nearest-town.ts searches.
import type { Vector } from '../../../server/src/features/places/nearest-town.ts'
import {
  boxesOf,
  columnsOfDegrees,
  searchTowns,
  vectorOf,
} from '../../../server/src/features/places/nearest-town.ts'
import type { NamedTown } from '../towns.ts'

interface Node {
  town: NamedTown
  vector: Vector
}

/** The middle of each part divides it by the next axis, the smaller ones before it. */
export function treeOrder(towns: NamedTown[]): Node[] {
  const list = towns.map((town) => ({ town, vector: vectorOf(town.latitude, town.longitude) }))
  order(list, 0, list.length, 0)
  return list
}

function order(list: Node[], from: number, to: number, axis: number): void {
  if (to - from < 2) return
  const part = list.slice(from, to).sort((a, b) => a.vector[axis]! - b.vector[axis]!)
  for (const [index, one] of part.entries()) list[from + index] = one
  const middle = (from + to) >> 1
  order(list, from, middle, (axis + 1) % 3)
  order(list, middle, to, (axis + 1) % 3)
}

/** The nearest town to the centre of each square degree. */
export function townsByDegree(townVectors: Float32Array): Uint32Array {
  const tree = { townVectors, townBoxes: boxesOf(townVectors) }
  return Uint32Array.from({ length: 180 * columnsOfDegrees }, (_, cell) => {
    const latitude = Math.floor(cell / columnsOfDegrees) - 89.5
    const longitude = (cell % columnsOfDegrees) - 179.5
    return searchTowns(tree, vectorOf(latitude, longitude)).town
  })
}
