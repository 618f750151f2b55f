export type GeofenceKind = 'polygon' | 'circle' | 'corridor'

/** Longitude, latitude, and what else a program may have put behind them. */
export type Position = number[]

/** As RFC 7946 writes it. */
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
  /** Absent: told by the geometry. */
  kind?: GeofenceKind
  geometry: Geometry
  /** Metres; of circles and corridors only. */
  radius?: number | null
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
}

/** What is needed to judge whether a place lies in it. */
export interface StoredShape {
  number: number
  kind: GeofenceKind
  geometry: Geometry
  radiusM: number | null
}
