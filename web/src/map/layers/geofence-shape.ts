import type { Geofence } from '@rastro/client'
import type { Shape, ShapeGeometry } from '../../live/shape.ts'

export function shapeOf({ geometry, radius }: Pick<Geofence, 'geometry' | 'radius'>): Shape {
  return { geometry: geometry as unknown as ShapeGeometry, radiusM: radius }
}
