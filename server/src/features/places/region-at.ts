// The region of a point: a cell of the grid is in one, or has the borders that cross it. From the centre of the cell,
// whose region is known, to the point, the last border that is crossed decides.

import { centreXOf, centreYOf, columnAt, columns, rowAt, unitsPerDegree } from './region-grid.ts'

export interface RegionGrid {
  /** Of each cell: its region, or -1 - n if it is the n-th one with borders. */
  cells: Int32Array
  /** Of each cell with borders, where they begin in `borders`; and the end of the last. */
  cellStarts: Uint32Array
  /** Of each cell with borders, the region of its centre. */
  cellCentres: Uint16Array
  /**
   * Lines: the region to the left, the one to the right, the number of points, and each point as x and y from the
   * centre of the cell.
   */
  borders: Int16Array
}

export function cellAt(latitude: number, longitude: number): number {
  return rowAt(latitude * unitsPerDegree) * columns + columnAt(longitude * unitsPerDegree)
}

/** Its number; 0 at sea. */
export function regionAt(grid: RegionGrid, latitude: number, longitude: number): number {
  const x = longitude * unitsPerDegree
  const y = latitude * unitsPerDegree
  const column = columnAt(x)
  const row = rowAt(y)
  const cell = grid.cells[row * columns + column]!
  return cell >= 0 ? cell : regionInCell(grid, -1 - cell, x - centreXOf(column), y - centreYOf(row))
}

/** The point is given from the centre of the cell. */
function regionInCell(
  { borders, cellStarts, cellCentres }: RegionGrid,
  cell: number,
  x: number,
  y: number,
): number {
  const end = cellStarts[cell + 1]!
  let region = cellCentres[cell]!
  let crossedAt = -1
  let index = cellStarts[cell]!
  while (index < end) {
    const left = borders[index]!
    const right = borders[index + 1]!
    const last = index + 3 + borders[index + 2]! * 2
    let x0 = borders[index + 3]!
    let y0 = borders[index + 4]!
    let wasBeyond = x * y0 - y * x0 > 0
    for (index += 5; index < last; index += 2) {
      const x1 = borders[index]!
      const y1 = borders[index + 1]!
      // Which side of the line from the centre to the point; on it counts as one of them, so that a line through a
      // corner crosses one of its two edges.
      const isBeyond = x * y1 - y * x1 > 0
      if (isBeyond !== wasBeyond) {
        const ofCentre = (y1 - y0) * x0 - (x1 - x0) * y0
        const ofPoint = ofCentre + (x1 - x0) * y - (y1 - y0) * x
        if (ofPoint > 0 !== ofCentre > 0) {
          const at = ofCentre / (ofCentre - ofPoint)
          if (at > crossedAt) {
            crossedAt = at
            region = ofPoint > 0 ? left : right
          }
        }
      }
      x0 = x1
      y0 = y1
      wasBeyond = isBeyond
    }
  }
  return region
}
