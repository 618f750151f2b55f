// The Military Grid Reference System between 80 degrees south and 84 degrees north. References of the polar caps are not
// read.

import { bandOf } from './bands.ts'
import type { Coordinates } from './coordinates.types.ts'
import { toDegrees } from './transverse-mercator.ts'

const pattern = /^(\d{1,2}) ?([C-HJ-NP-X]) ?([A-HJ-NP-Z])([A-HJ-NP-V]) ?(\d{2,5}) ?(\d{2,5})$/
const joined = /^(\d{1,2}) ?([C-HJ-NP-X]) ?([A-HJ-NP-Z])([A-HJ-NP-V]) ?(\d{4}|\d{6}|\d{8}|\d{10})$/
const columns = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ']
const rows = 'ABCDEFGHJKLMNPQRSTUV'
const squareM = 100_000
/** The letters of the rows repeat after this distance. */
const cycleM = 2_000_000
/** The south-west corner of a square may be in the band below. */
const bandToleranceDegrees = 0.02

/** The centre of the square, which is 1 km wide or less: coarser references look like license plates. */
export function parseMgrs(text: string): Coordinates | null {
  const match = joined.exec(text) ?? pattern.exec(text)
  if (!match) return null
  const [, zoneText, bandLetter = '', column = '', row = '', first = '', second] = match
  const eastingDigits = second === undefined ? first.slice(0, first.length / 2) : first
  const northingDigits = second ?? first.slice(first.length / 2)
  const zone = Number(zoneText)
  if (eastingDigits.length !== northingDigits.length || !isZone(zone, bandLetter)) return null
  const columnIndex = columns[(zone - 1) % 3]!.indexOf(column)
  if (columnIndex < 0) return null
  const cellM = 10 ** (5 - eastingDigits.length)
  const rowIndex = (rows.indexOf(row) + (zone % 2 === 0 ? 15 : 0)) % 20
  const eastingM = (columnIndex + 1) * squareM + Number(eastingDigits) * cellM + cellM / 2
  const northingM = rowIndex * squareM + Number(northingDigits) * cellM + cellM / 2
  const band = bandOf(bandLetter)!
  // One cycle of rows fits into a band: the first that is not below it.
  for (let baseM = 0; baseM < 10_000_000; baseM += cycleM) {
    const found = toDegrees({ zone, isNorth: band.south >= 0, eastingM, northingM: baseM + northingM })
    if (found.latitude < band.south - bandToleranceDegrees) continue
    return found.latitude <= band.north + bandToleranceDegrees ? found : null
  }
  return null
}

/** North of 72 degrees, four wide zones replace seven. */
function isZone(zone: number, band: string): boolean {
  return zone >= 1 && zone <= 60 && !(band === 'X' && (zone === 32 || zone === 34 || zone === 36))
}
