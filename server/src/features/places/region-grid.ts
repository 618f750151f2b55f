// The grid in which regions are stored. Whole units, of about 11 m, compare exactly: adjacent regions share their borders.

export const unitsPerDegree = 1e4
const cellsPerDegree = 4
export const columns = 360 * cellsPerDegree
export const rows = 180 * cellsPerDegree
const cellUnits = unitsPerDegree / cellsPerDegree
const west = -180 * unitsPerDegree
const south = -90 * unitsPerDegree

export function columnAt(x: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((x - west) / cellUnits)))
}

export function rowAt(y: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((y - south) / cellUnits)))
}

export function centreXOf(column: number): number {
  return west + (column + 0.5) * cellUnits
}

export function centreYOf(row: number): number {
  return south + (row + 0.5) * cellUnits
}
