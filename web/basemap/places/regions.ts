// Which region each point is in: edges with a region on either side, and a grid of cells that list the edges in them.
import type { States } from '../states.ts'

/** Whole numbers compare exactly: neighbours share their edges. */
const unitsPerDegree = 1e5
const cellsPerDegree = 4
const columns = 360 * cellsPerDegree
const rows = 180 * cellsPerDegree
const cellUnits = unitsPerDegree / cellsPerDegree
const west = -180 * unitsPerDegree
const south = -90 * unitsPerDegree

export interface Edges {
  /** Four numbers each: from, to. */
  coordinates: Int32Array
  /** Two numbers each: the region to the left, and to the right. 0: none. */
  sides: Uint16Array
}

/** The region is to the left of each edge of its rings. Of two neighbours, one has the edge the other way round. */
export function edgesOf(states: States): Edges {
  const sidesOf = new Map<string, [x0: number, y0: number, x1: number, y1: number, left: number, right: number]>()
  for (const [index, { geometry }] of states.features.entries()) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    for (const polygon of polygons) {
      for (const [ringIndex, ring] of polygon.entries()) {
        const points = ring.map(([x, y]) => [Math.round(x! * unitsPerDegree), Math.round(y! * unitsPerDegree)])
        const isOuter = ringIndex === 0
        const isCounterclockwise = areaOf(points as [number, number][]) > 0
        if (isOuter !== isCounterclockwise) points.reverse()
        addRing(points as [number, number][], index + 1)
      }
    }
  }
  const all = [...sidesOf.values()].filter(([, , , , left, right]) => left !== right)
  return {
    coordinates: Int32Array.from(all.flatMap(([x0, y0, x1, y1]) => [x0, y0, x1, y1])),
    sides: Uint16Array.from(all.flatMap(([, , , , left, right]) => [left, right])),
  }

  function addRing(points: [number, number][], region: number): void {
    for (let index = 1; index < points.length; index += 1) {
      const [a, b] = [points[index - 1]!, points[index]!]
      const order = a[0] - b[0] || a[1] - b[1]
      if (order === 0) continue
      const [from, to] = order < 0 ? [a, b] : [b, a]
      const key = `${from[0]} ${from[1]} ${to[0]} ${to[1]}`
      const edge = sidesOf.get(key) ?? [...from, ...to, 0, 0]
      edge[order < 0 ? 4 : 5] = region
      sidesOf.set(key, edge)
    }
  }
}

function areaOf(points: [number, number][]): number {
  let area = 0
  for (let index = 1; index < points.length; index += 1) {
    const [[x0, y0], [x1, y1]] = [points[index - 1]!, points[index]!]
    area += x0 * y1 - x1 * y0
  }
  return area
}

export interface Grid {
  /** Of each cell: the region, or -1 - n if it is the n-th one with edges. */
  cells: Int32Array
  /** Of each cell with edges, where its list begins; and the end of the last. */
  starts: Uint32Array
  /** Of each cell with edges, the region of its centre. */
  centres: Uint16Array
  edgeIds: Uint32Array
}

export function gridOf(edges: Edges): Grid {
  const listOf = new Map<number, number[]>()
  const count = edges.sides.length / 2
  for (let id = 0; id < count; id += 1) {
    const [x0, y0, x1, y1] = edges.coordinates.subarray(id * 4, id * 4 + 4) as unknown as number[]
    const [firstColumn, lastColumn] = [columnOf(x0!), columnOf(x1!)]
    const [firstRow, lastRow] = [rowOf(Math.min(y0!, y1!)), rowOf(Math.max(y0!, y1!))]
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const cell = row * columns + column
        const list = listOf.get(cell)
        if (list) list.push(id)
        else listOf.set(cell, [id])
      }
    }
  }
  const cells = centresOf(edges)
  const mixed = [...listOf.keys()].sort((a, b) => a - b)
  const starts = new Uint32Array(mixed.length + 1)
  const centres = new Uint16Array(mixed.length)
  const edgeIds: number[] = []
  for (const [index, cell] of mixed.entries()) {
    centres[index] = cells[cell]!
    cells[cell] = -1 - index
    for (const id of listOf.get(cell)!) edgeIds.push(id)
    starts[index + 1] = edgeIds.length
  }
  return { cells, starts, centres, edgeIds: Uint32Array.from(edgeIds) }
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value))
const columnOf = (x: number) => clamp(Math.floor((x - west) / cellUnits), columns - 1)
const rowOf = (y: number) => clamp(Math.floor((y - south) / cellUnits), rows - 1)

/** Along the middle of each row, from west to east: an edge that is crossed leads into the region to its east. */
function centresOf({ coordinates, sides }: Edges): Int32Array {
  const crossings: [x: number, region: number][][] = Array.from({ length: rows }, () => [])
  for (let id = 0; id * 2 < sides.length; id += 1) {
    const [x0, y0, x1, y1] = coordinates.subarray(id * 4, id * 4 + 4) as unknown as number[]
    if (y0 === y1) continue
    const east = sides[id * 2 + (y1! < y0! ? 0 : 1)]!
    const [low, high] = [Math.min(y0!, y1!), Math.max(y0!, y1!)]
    for (let row = rowOf(low); row <= rowOf(high); row += 1) {
      const y = south + (row + 0.5) * cellUnits
      if (y < low || y >= high) continue
      crossings[row]!.push([x0! + ((y - y0!) * (x1! - x0!)) / (y1! - y0!), east])
    }
  }
  const cells = new Int32Array(rows * columns)
  for (const [row, list] of crossings.entries()) {
    list.sort(([a], [b]) => a - b)
    let next = 0
    let region = 0
    for (let column = 0; column < columns; column += 1) {
      const x = west + (column + 0.5) * cellUnits
      while (next < list.length && list[next]![0] <= x) {
        region = list[next]![1]
        next += 1
      }
      cells[row * columns + column] = region
    }
  }
  return cells
}
