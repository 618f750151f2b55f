// Which region each point is in: borders with a region on either side, and a grid of cells that have their borders.
import type { RegionGrid } from '../../../server/src/features/places/region-at.ts'
import {
  centreXOf,
  centreYOf,
  columnAt,
  columns,
  rowAt,
  rows,
  unitsPerDegree,
} from '../../../server/src/features/places/region-grid.ts'
import type { States } from '../states.ts'

type Point = [x: number, y: number]

/** The region to the left is the one whose ring it was first; 0: none. */
interface Edge {
  from: Point
  to: Point
  left: number
  right: number
}

/** Longer edges are divided, so that their ends are near enough to the centre of each cell for 16 bits. */
const maxEdgeUnits = 20_000

export function gridOf(states: States): RegionGrid {
  const edges = edgesOf(states)
  const cells = regionsOfCentres(edges)
  const edgesByCell = new Map<number, Edge[]>()
  for (const edge of edges.filter((one) => !isAtTheEndOfTheMap(one))) {
    const [x0, x1] = [edge.from[0], edge.to[0]].map(columnAt).sort((a, b) => a - b) as Point
    const [y0, y1] = [edge.from[1], edge.to[1]].map(rowAt).sort((a, b) => a - b) as Point
    for (let row = y0; row <= y1; row += 1) {
      for (let column = x0; column <= x1; column += 1) {
        const cell = row * columns + column
        const list = edgesByCell.get(cell)
        if (list) list.push(edge)
        else edgesByCell.set(cell, [edge])
      }
    }
  }
  const withBorders = [...edgesByCell.keys()].sort((a, b) => a - b)
  const cellStarts = new Uint32Array(withBorders.length + 1)
  const cellCentres = new Uint16Array(withBorders.length)
  const borders: number[] = []
  for (const [index, cell] of withBorders.entries()) {
    cellCentres[index] = cells[cell]!
    cells[cell] = -1 - index
    addBorders(borders, edgesByCell.get(cell)!, [
      centreXOf(cell % columns),
      centreYOf(Math.floor(cell / columns)),
    ])
    cellStarts[index + 1] = borders.length
  }
  return { cells, cellStarts, cellCentres, borders: Int16Array.from(borders) }
}

/** Each point of a line but the first as its difference from the one before: these are compressed to half the size. */
export function differencesOf(borders: Int16Array): Int16Array {
  const differences = borders.slice()
  let index = 0
  while (index < borders.length) {
    const end = index + 3 + borders[index + 2]! * 2
    for (index += 5; index < end; index += 1) differences[index]! -= borders[index - 2]!
  }
  return differences
}

/** Edges follow each other as in their ring, so that most are continued by the next. */
function addBorders(borders: number[], edges: Edge[], centre: Point): void {
  let countAt = -1
  let before: Edge | undefined
  for (const edge of edges) {
    const isContinued =
      before && before.to[0] === edge.from[0] && before.to[1] === edge.from[1] && hasSameSides(before, edge)
    if (!isContinued) {
      countAt = borders.length + 2
      borders.push(edge.left, edge.right, 1, edge.from[0] - centre[0], edge.from[1] - centre[1])
    }
    borders.push(edge.to[0] - centre[0], edge.to[1] - centre[1])
    borders[countAt]! += 1
    before = edge
  }
}

function hasSameSides(one: Edge, other: Edge): boolean {
  return one.left === other.left && one.right === other.right
}

/** Shapes are cut there, but regions end only where there is another side. */
function isAtTheEndOfTheMap({ from, to }: Edge): boolean {
  const [x, y] = [180 * unitsPerDegree, 90 * unitsPerDegree]
  return (Math.abs(from[0]) === x && from[0] === to[0]) || (Math.abs(from[1]) === y && from[1] === to[1])
}

/** Of two adjacent regions, one has the edge the other way round. */
function edgesOf(states: States): Edge[] {
  const edges = new Map<string, Edge>()
  for (const [index, { geometry }] of states.features.entries()) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    for (const polygon of polygons) {
      for (const [ringIndex, ring] of polygon.entries()) {
        const points = ring.map(
          ([x, y]): Point => [Math.round(x! * unitsPerDegree), Math.round(y! * unitsPerDegree)],
        )
        const isCounterclockwise = areaOf(points) > 0
        const isOuter = ringIndex === 0
        if (isOuter !== isCounterclockwise) points.reverse()
        addRing(edges, points, index + 1)
      }
    }
  }
  return [...edges.values()].filter(({ left, right }) => left !== right)
}

/** The region is to the left. */
function addRing(edges: Map<string, Edge>, points: Point[], region: number): void {
  for (let index = 1; index < points.length; index += 1) {
    const parts = partsOf(points[index - 1]!, points[index]!)
    for (let part = 1; part < parts.length; part += 1) {
      const [from, to] = [parts[part - 1]!, parts[part]!]
      const other = edges.get(`${to} ${from}`)
      if (other) other.right = region
      else edges.set(`${from} ${to}`, { from, to, left: region, right: 0 })
    }
  }
}

/** The same points in either direction. */
function partsOf(from: Point, to: Point): Point[] {
  if (from[0] - to[0] > 0 || (from[0] === to[0] && from[1] > to[1])) return partsOf(to, from).reverse()
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const count = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / maxEdgeUnits)
  if (count === 0) return []
  return Array.from(
    { length: count + 1 },
    (_, part): Point => [
      from[0] + Math.round((dx * part) / count),
      from[1] + Math.round((dy * part) / count),
    ],
  )
}

function areaOf(points: Point[]): number {
  let area = 0
  for (let index = 1; index < points.length; index += 1) {
    const [[x0, y0], [x1, y1]] = [points[index - 1]!, points[index]!]
    area += x0 * y1 - x1 * y0
  }
  return area
}

/** Along the middle of each row, from west to east: an edge that is crossed leads into the region to its east. */
function regionsOfCentres(edges: Edge[]): Int32Array {
  const crossings: [x: number, region: number][][] = Array.from({ length: rows }, () => [])
  for (const { from, to, left, right } of edges) {
    if (from[1] === to[1]) continue
    const east = to[1] < from[1] ? left : right
    const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
    for (let row = rowAt(low); row <= rowAt(high); row += 1) {
      const y = centreYOf(row)
      if (y < low || y >= high) continue
      crossings[row]!.push([from[0] + ((y - from[1]) * (to[0] - from[0])) / (to[1] - from[1]), east])
    }
  }
  const cells = new Int32Array(rows * columns)
  for (const [row, list] of crossings.entries()) {
    list.sort(([a], [b]) => a - b)
    let next = 0
    let region = 0
    for (let column = 0; column < columns; column += 1) {
      while (next < list.length && list[next]![0] <= centreXOf(column)) {
        region = list[next]![1]
        next += 1
      }
      cells[row * columns + column] = region
    }
  }
  return cells
}
