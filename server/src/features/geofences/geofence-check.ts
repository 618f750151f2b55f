// Validates a geofence, and reports in plain words where a shape is wrong.

import type { Tx } from '../../platform/context.ts'
import type { ErrorCode } from '../../platform/http/error-codes.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { checkCoordinates, typeOf } from './coordinates.ts'
import { wrapped } from './geodesy.api.ts'
import * as queries from './geofence.queries.ts'
import type { GeofenceDocument } from './geofence.types.ts'
import { unwrapAreas } from './unwrap.ts'

/** The document with all defaults, and its number of positions. */
export async function checkGeofence(
  ctx: Pick<Tx, 'db'>,
  document: GeofenceDocument,
): Promise<queries.Columns> {
  const { geometry, name, description = null, radius = null, color = null, tags = {} } = document
  requireNoFaults('body.invalid', faultsOfForm(document))
  const { positions, faults } = checkCoordinates(geometry)
  requireNoFaults('geofences.invalid_shape', faults)
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') {
    const areas = { type: 'MultiPolygon', coordinates: unwrapAreas(geometry) }
    const flaw = await queries.findFlaw(ctx.db, JSON.stringify(areas))
    if (flaw) requireNoFaults('geofences.invalid_shape', [toFault(flaw)])
  }
  return {
    name,
    description,
    type: typeOf[geometry.type],
    geometry: { type: geometry.type, coordinates: geometry.coordinates } as GeofenceDocument['geometry'],
    radius,
    color,
    tags,
    positions,
  }
}

function faultsOfForm({ type, geometry, radius }: GeofenceDocument): Fault[] {
  const wanted = typeOf[geometry.type]
  const faults: Fault[] = []
  if (type !== undefined && type !== wanted) {
    faults.push({ path: 'type', message: `must be ${wanted}, as the geometry is a ${geometry.type}` })
  }
  const hasRadius = radius !== undefined && radius !== null
  if (wanted === 'polygon' && hasRadius)
    faults.push({ path: 'radius', message: 'must be absent for a polygon' })
  if (wanted !== 'polygon' && !hasRadius)
    faults.push({ path: 'radius', message: `is required for a ${wanted}` })
  return faults
}

/** The reasons of PostGIS in plain words. */
const reasons: [RegExp, string][] = [
  [/^Ring Self-intersection/i, 'the border touches itself'],
  [/^Self-intersection/i, 'the border crosses itself'],
  [/^Hole lies outside/i, 'a hole lies outside of the area'],
  [/^(Holes are nested|Nested holes)/i, 'a hole lies within another hole'],
  [/^Interior is disconnected/i, 'its holes cut the area into pieces'],
  [/^Nested shells/i, 'one part lies within another'],
  [/^Duplicate Rings/i, 'it has the same ring twice'],
  [/^Too few points/i, 'a ring has too few different positions'],
]

function toFault({ reason, longitude, latitude }: NonNullable<Awaited<ReturnType<typeof queries.findFlaw>>>) {
  const message = reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? reason
  const where =
    longitude === null || latitude === null
      ? ''
      : ` at longitude ${rounded(wrapped(longitude))}, latitude ${rounded(latitude)}`
  return { path: 'geometry', message: `is not a valid area: ${message}${where}` }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

function requireNoFaults(code: ErrorCode, faults: Fault[]): void {
  const [first] = faults
  if (!first) return
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more, see "details")` : ''
  throw new InvalidError(code, `${first.path} ${first.message}${rest}.`, { details: faults })
}
