// Checks a geometry: its structure, its numbers, and that it is a line or a ring. Reports every fault.

import type { Fault } from '../../platform/http/errors.ts'
import { nearTo, newCoordinates, withVector } from './geodesy.api.ts'
import type { GeofenceType, Geometry, Position } from './geofence.types.ts'
import { maxPositions } from './geofence.types.ts'
import { spanOf, unwrapRing } from './unwrap.ts'

const maxFaults = 50
const root = 'geometry.coordinates'

export const typeOf: Record<Geometry['type'], GeofenceType> = {
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
  Point: 'circle',
  LineString: 'corridor',
}

/** Its number of positions, and what is wrong with them. */
export function checkCoordinates({ type, coordinates }: Geometry): { positions: number; faults: Fault[] } {
  const faults: Fault[] = []
  let positions = 0
  const fault = (path: string, message: string): false => {
    if (faults.length < maxFaults) faults.push({ path, message })
    return false
  }

  const isPosition = (value: unknown, path: string): value is Position => {
    positions += 1
    if (!isNumbers(value)) return fault(path, 'must be [longitude, latitude]')
    const [longitude = 0, latitude = 0] = value
    const max = type === 'Point' ? 180 : 360
    if (Math.abs(longitude) > max)
      fault(`${path}.0`, `is not a longitude: ${longitude} is beyond ${max} degrees`)
    if (Math.abs(latitude) > 90) fault(`${path}.1`, `is not a latitude: ${latitude} is beyond 90 degrees`)
    return Math.abs(longitude) <= max && Math.abs(latitude) <= 90
  }

  const isLine = (value: unknown, path: string, min: number): value is Position[] => {
    if (!Array.isArray(value)) return fault(path, 'must be a list of positions')
    if (value.length < min) fault(path, `must have at least ${min} positions; it has ${value.length}`)
    const bad = value.filter((one, index) => !isPosition(one, `${path}.${index}`))
    return bad.length === 0 && value.length >= min
  }

  const checkRing = (value: unknown, path: string) => {
    if (!isLine(value, path, 4)) return
    const [first, last] = [value[0]!, value.at(-1)!]
    if (first[0] !== last[0] || first[1] !== last[1]) {
      return fault(path, 'is not closed: the last position must equal the first')
    }
    const ring = unwrapRing(value)
    if (!ring) {
      return fault(path, 'encloses a pole without touching it: it must run along latitude 90 or -90')
    }
    const [west, east] = spanOf(ring)
    if (east - west > 360) return fault(path, 'spans more than 360 degrees of longitude')
    if (isFlat(ring)) fault(path, 'has no area')
    return
  }

  const checkRings = (value: unknown, path: string) => {
    if (!Array.isArray(value) || value.length === 0) return fault(path, 'must be a list of rings')
    for (const [index, ring] of value.entries()) checkRing(ring, `${path}.${index}`)
    return
  }

  if (type === 'Point') isPosition(coordinates, root)
  else if (type === 'Polygon') checkRings(coordinates, root)
  else if (type === 'LineString') {
    if (isLine(coordinates, root, 2)) faults.push(...faultsOfLegs(coordinates).slice(0, maxFaults))
  } else {
    if (coordinates.length === 0) fault(root, 'must have at least one polygon')
    for (const [index, rings] of coordinates.entries()) checkRings(rings, `${root}.${index}`)
  }
  if (positions > maxPositions) {
    fault(root, `has ${positions} positions; at most ${maxPositions} are allowed`)
  }
  return { positions, faults }
}

/** Two equal positions make no line, and between antipodes all lines are equally short. */
function faultsOfLegs(line: Position[]): Fault[] {
  return line.slice(1).flatMap(([longitude = 0, latitude = 0], index) => {
    const [before = 0, height = 0] = line[index]!
    const path = `${root}.${index + 1}`
    const isSame = latitude === height && (nearTo(longitude, before) === before || Math.abs(height) === 90)
    if (isSame) return [{ path, message: 'is the same as the previous position' }]
    const [a, b] = [
      withVector(newCoordinates(latitude, longitude)),
      withVector(newCoordinates(height, before)),
    ]
    const isOpposite = a.x * b.x + a.y * b.y + a.z * b.z < -0.999_999
    return isOpposite
      ? [{ path, message: 'is opposite the previous position on the earth; add one in between' }]
      : []
  })
}

function isNumbers(value: unknown): value is Position {
  return Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(Number.isFinite)
}

/** All positions are on one line. A border that crosses itself may have zero area, and is a different fault. */
function isFlat(ring: Position[]): boolean {
  const [x0 = 0, y0 = 0] = ring[0]!
  const [x1 = 0, y1 = 0] = ring.find(([x, y]) => x !== x0 || y !== y0) ?? []
  return ring.every(([x = 0, y = 0]) => (x1 - x0) * (y - y0) === (x - x0) * (y1 - y0))
}
