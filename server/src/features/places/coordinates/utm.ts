import { bandOf } from './bands.ts'
import type { Coordinates } from './coordinates.types.ts'
import type { GridPoint } from './transverse-mercator.ts'
import { toDegrees } from './transverse-mercator.ts'

const zone = String.raw`(?:UTM )?(?:(?:ZONE|ZONA|HUSO) )?(\d{1,2}) ?([C-HJ-NP-X]|NORTH|SOUTH|NORTE|SUR|SUL)`
const between = ' ?[ ,;] ?'
const easting = String.raw`(?:E ?)?(\d{6}(?:[.,]\d+)?)(?: ?M)?(?: ?E)?`
const northing = String.raw`(?:N ?)?(\d{1,8}(?:[.,]\d+)?)(?: ?M)?(?: ?N)?`
const pattern = new RegExp(`^${zone}${between}${easting}${between}${northing}$`)
const maxNorthingM = 10_000_000
const minEastingM = 100_000
const maxLatitude = 84.5
/** A point beside the border of a band is also given with the letter of the other side. */
const bandToleranceDegrees = 0.5

/** "30T 609408 4579000". The letter is that of the band, or N or S for the hemisphere. */
export function parseUtm(text: string): Coordinates | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, zoneText, letter = '', eastingText = '', northingText = ''] = match
  const point = {
    zone: Number(zoneText),
    eastingM: Number(eastingText.replace(',', '.')),
    northingM: Number(northingText.replace(',', '.')),
  }
  if (point.zone < 1 || point.zone > 60 || point.northingM > maxNorthingM || point.eastingM < minEastingM)
    return null
  if (letter.length > 1) return onGlobe({ ...point, isNorth: letter.startsWith('N') })
  // S is also a band of the north, from 32 to 40 degrees. There, few read it as the hemisphere.
  const inBand = withinBand(point, letter)
  if (inBand) return inBand
  return letter === 'N' || letter === 'S' ? onGlobe({ ...point, isNorth: letter === 'N' }) : null
}

function withinBand(point: Omit<GridPoint, 'isNorth'>, letter: string): Coordinates | null {
  const band = bandOf(letter)!
  const found = toDegrees({ ...point, isNorth: band.south >= 0 })
  const isInside =
    found.latitude >= band.south - bandToleranceDegrees && found.latitude <= band.north + bandToleranceDegrees
  return isInside ? found : null
}

function onGlobe(point: GridPoint): Coordinates | null {
  const found = toDegrees(point)
  return Math.abs(found.latitude) <= maxLatitude ? found : null
}
