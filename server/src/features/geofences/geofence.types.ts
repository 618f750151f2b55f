export const maxPositions = 10_000

export type GeofenceType = 'polygon' | 'circle' | 'corridor'

/** Longitude, latitude, and optional further numbers. */
export type Position = number[]

/** As in RFC 7946. */
export type Geometry =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }

/** In degrees. */
export interface Point {
  latitude: number
  longitude: number
}

export interface GeofenceDocument {
  name: string
  description?: string | null
  /** Default: from the geometry. */
  type?: GeofenceType
  geometry: Geometry
  /** Metres; for circles and corridors only. */
  radius?: number | null
  /** `#rrggbb`; null for the default colour of the client. */
  color?: string | null
  tags?: Record<string, string>
}

export interface StoredGeofence extends Required<GeofenceDocument> {
  id: string
  number: number
  version: number
  positions: number
}

export interface GeofenceFilter {
  search?: string
  tag?: string
  updatedSince?: string
}

/** What is needed to check whether a point is inside. */
export interface StoredShape {
  number: number
  type: GeofenceType
  geometry: Geometry
  radiusM: number | null
}

/** The types of alert rules that use geofences: all of the account if the rule names none. */
export const ruleTypesWithGeofences = [
  'geofence',
  'forbiddenZone',
  'allowedZone',
  'routeDeviation',
  'checkpoint',
] as const
