// Checks a geometry by itself: its form, its numbers, and that it is a line or a ring at all. Every fault is named.

import type { Fault } from '../../platform/http/errors.ts'
import { directed, nearTo, newPlace } from './geodesy.ts'
import { maxPositions } from './geofence.schema.ts'
import type { GeofenceKind, Geometry, Position } from './geofence.types.ts'
import { spanOf, unwrapRing } from './unwrap.ts'

const maxFaults = 50
const root = 'geometry.coordinates'

export const kindOf: Record<Geometry['type'], GeofenceKind> = {
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
  Point: 'circle',
  LineString: 'corridor',
}

/** How many positions it has, and what is wrong with them. */
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
    const most = type === 'Point' ? 180 : 360
    if (Math.abs(longitude) > most)
      fault(`${path}.0`, `is no longitude: ${longitude} is beyond ${most} degrees`)
    if (Math.abs(latitude) > 90) fault(`${path}.1`, `is no latitude: ${latitude} is beyond 90 degrees`)
    return Math.abs(longitude) <= most && Math.abs(latitude) <= 90
  }

  const isLine = (value: unknown, path: string, least: number): value is Position[] => {
    if (!Array.isArray(value)) return fault(path, 'must be a list of positions')
    if (value.length < least) fault(path, `must have ${least} positions or more; it has ${value.length}`)
    const bad = value.filter((one, index) => !isPosition(one, `${path}.${index}`))
    return bad.length === 0 && value.length >= least
  }

  const checkRing = (value: unknown, path: string) => {
    if (!isLine(value, path, 4)) return
    const [first, last] = [value[0]!, value.at(-1)!]
    if (first[0] !== last[0] || first[1] !== last[1]) {
      return fault(path, 'is not closed: its last position must be its first one again')
    }
    const ring = unwrapRing(value)
    if (!ring) {
      return fault(path, 'goes around a pole without touching it: let it run along latitude 90 or -90')
    }
    const [west, east] = spanOf(ring)
    if (east - west > 360) return fault(path, 'goes around the earth more than once')
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
    fault(root, `has ${positions} positions; ${maxPositions} are the most there may be`)
  }
  return { positions, faults }
}

/** Two positions at one place make no line, and between opposite ends of the earth all lines are equally short. */
function faultsOfLegs(line: Position[]): Fault[] {
  return line.slice(1).flatMap(([longitude = 0, latitude = 0], index) => {
    const [before = 0, height = 0] = line[index]!
    const path = `${root}.${index + 1}`
    const isSame = latitude === height && (nearTo(longitude, before) === before || Math.abs(height) === 90)
    if (isSame) return [{ path, message: 'is the same place as the position before it' }]
    const [a, b] = [directed(newPlace(latitude, longitude)), directed(newPlace(height, before))]
    const isOpposite = a.x * b.x + a.y * b.y + a.z * b.z < -0.999_999
    return isOpposite ? [{ path, message: 'is on the other end of the earth; put a position between' }] : []
  })
}

function isNumbers(value: unknown): value is Position {
  return Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(Number.isFinite)
}

/** All positions on one line. A border that crosses itself may enclose as much as it leaves out, and is another fault. */
function isFlat(ring: Position[]): boolean {
  const [x0 = 0, y0 = 0] = ring[0]!
  const [x1 = 0, y1 = 0] = ring.find(([x, y]) => x !== x0 || y !== y0) ?? []
  return ring.every(([x = 0, y = 0]) => (x1 - x0) * (y - y0) === (x - x0) * (y1 - y0))
}
