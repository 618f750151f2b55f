// The region of a point: a cell of the grid is in one, or lists the edges that divide it. From the centre of the cell,
// whose region is known, to the point, the last edge that is crossed decides.

import type { World } from './world.ts'

const unitsPerDegree = 1e5
const cellsPerDegree = 4
const columns = 360 * cellsPerDegree
const rows = 180 * cellsPerDegree
const cellUnits = unitsPerDegree / cellsPerDegree
const west = -180 * unitsPerDegree
const south = -90 * unitsPerDegree

/** Its number; 0 at sea. */
export function regionAt(world: World, latitude: number, longitude: number): number {
  const x = longitude * unitsPerDegree
  const y = latitude * unitsPerDegree
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - west) / cellUnits)))
  const row = Math.min(rows - 1, Math.max(0, Math.floor((y - south) / cellUnits)))
  const cell = world.cells[row * columns + column]!
  if (cell >= 0) return cell
  const mixed = -1 - cell
  const { edges, edgeSides, cellEdges, cellStarts } = world
  const centreX = west + (column + 0.5) * cellUnits
  const centreY = south + (row + 0.5) * cellUnits
  const dx = x - centreX
  const dy = y - centreY
  let region = world.cellCentres[mixed]!
  let crossedAt = -1
  for (let index = cellStarts[mixed]!; index < cellStarts[mixed + 1]!; index += 1) {
    const id = cellEdges[index]!
    const x0 = edges[id * 4]!
    const y0 = edges[id * 4 + 1]!
    const ex = edges[id * 4 + 2]! - x0
    const ey = edges[id * 4 + 3]! - y0
    const ofPoint = ex * (y - y0) - ey * (x - x0)
    const ofCentre = ex * (centreY - y0) - ey * (centreX - x0)
    // On the edge is to its right, so that a line through a corner crosses one of its edges.
    if (ofPoint > 0 === ofCentre > 0) continue
    const ofFrom = dx * (y0 - centreY) - dy * (x0 - centreX)
    const ofTo = dx * (y0 + ey - centreY) - dy * (x0 + ex - centreX)
    if (ofFrom > 0 === ofTo > 0) continue
    const at = ofCentre / (ofCentre - ofPoint)
    if (at <= crossedAt) continue
    crossedAt = at
    region = edgeSides[id * 2 + (ofPoint > 0 ? 0 : 1)]!
  }
  return region
}
