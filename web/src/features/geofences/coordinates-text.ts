// The corners of a shape as editable text: one "latitude, longitude" per line. An empty line starts another part, a
// line with a single dash starts a hole in the part above.

import type { Area, Position, Ring, ShapeGeometry } from '../../live/shape.ts'

export type Fault =
  | { what: 'unreadable'; line: number; text: string }
  | { what: 'latitude' | 'longitude'; line: number; text: string }
  | { what: 'fewCorners'; least: number }

export function toText(geometry: ShapeGeometry): string {
  if (geometry.type === 'Point') return lineOf(geometry.coordinates)
  if (geometry.type === 'LineString') return geometry.coordinates.map(lineOf).join('\n')
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return parts
    .map((rings) => rings.map((ring) => opened(ring).map(lineOf).join('\n')).join('\n-\n'))
    .join('\n\n')
}

/** `like` gives the expected kind of shape; an area of several parts becomes a MultiPolygon. */
export function fromText(
  text: string,
  like: 'polygon' | 'corridor',
): { geometry: ShapeGeometry } | { fault: Fault } {
  const parts: Area[] = []
  let [isNewPart, isNewRing] = [true, true]
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const written = raw.trim()
    if (written === '') isNewPart = true
    else if (/^[-–—]$/.test(written)) isNewRing = true
    else {
      const read = positionOf(written)
      if (typeof read === 'string') return { fault: { what: read, line: index + 1, text: written } }
      if (isNewPart) parts.push([[]])
      else if (isNewRing) parts.at(-1)?.push([])
      ;[isNewPart, isNewRing] = [false, false]
      parts.at(-1)?.at(-1)?.push(read)
    }
  }
  if (like === 'corridor') {
    const line = parts.flat(2)
    if (line.length < 2) return { fault: { what: 'fewCorners', least: 2 } }
    return { geometry: { type: 'LineString', coordinates: line } }
  }
  const areas = parts.map((rings) => rings.map(closed))
  if (areas.length === 0 || areas.flat().some((ring) => ring.length < 4)) {
    return { fault: { what: 'fewCorners', least: 3 } }
  }
  const [only] = areas
  if (areas.length === 1 && only) return { geometry: { type: 'Polygon', coordinates: only } }
  return { geometry: { type: 'MultiPolygon', coordinates: areas } }
}

function positionOf(written: string): Position | 'unreadable' | 'latitude' | 'longitude' {
  const numbers = written.split(/[\s,;]+/).filter(Boolean)
  const [latitude, longitude] = numbers.map(Number)
  if (numbers.length !== 2 || latitude === undefined || longitude === undefined) return 'unreadable'
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return 'unreadable'
  if (Math.abs(latitude) > 90) return 'latitude'
  return Math.abs(longitude) > 360 ? 'longitude' : [longitude, latitude]
}

function lineOf([longitude = 0, latitude = 0]: Position): string {
  return `${latitude}, ${longitude}`
}

/** The first corner need not be repeated at the end. */
function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || (ring.length > 1 && isSame(first, last))) return ring
  return [...ring, [...first]]
}

function opened(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  return ring.length > 1 && first && last && isSame(first, last) ? ring.slice(0, -1) : ring
}

function isSame(one: Position, other: Position): boolean {
  return one[0] === other[0] && one[1] === other[1]
}
