// Coordinates as people write and paste them. Every notation is matched as a whole: a text with anything else in it is
// not coordinates, so that names, addresses and phone numbers are left to the search for places.

import type { Coordinates } from './coordinates.types.ts'
import { parseDegrees } from './degrees.ts'
import { parseIso6709 } from './iso-6709.ts'
import { parseMapLink } from './map-link.ts'
import { parseMgrs } from './mgrs.ts'
import { parsePlusCode } from './plus-code.ts'
import { parseUtm } from './utm.ts'

const maxLength = 200
const notations = [parseIso6709, parsePlusCode, parseMgrs, parseUtm, parseDegrees]

/**
 * Reads decimal degrees, degrees with minutes and seconds, ISO 6709, `geo:` URIs, full plus codes, MGRS, UTM and links of
 * common maps. Null: the text is something else, or the coordinates are out of range.
 */
export function parseCoordinates(text: string): Coordinates | null {
  if (text.length > maxLength) return null
  const link = parseMapLink(text.trim())
  if (link !== undefined) return link && inRange(link)
  const plain = normalize(text)
  for (const parse of notations) {
    const found = parse(plain)
    if (found) return inRange(found)
  }
  return null
}

/** Upper case, one character for each sign, single spaces: no pattern below meets a run of spaces. */
function normalize(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[′’‘´`ʹ]/g, "'")
    .replaceAll(/[″”“ʺ]|''/g, '"')
    .replaceAll(/[º˚∘⁰]/g, '°')
    .replaceAll(/[−–‐‑]/g, '-')
    .trim()
    .toUpperCase()
}

function inRange({ latitude, longitude }: Coordinates): Coordinates | null {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

/** As fine as stored locations, without -0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0
}
