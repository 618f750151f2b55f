// Edits a shape by numbers.

import type { Position, Shape, ShapeGeometry } from '../../live/shape.ts'
import { nearTo } from '../../live/shape.ts'
import { middleOfShape, rounded } from '../../live/shape-middle.ts'

export type ShapeKind = 'polygon' | 'circle' | 'corridor'

export const kindOf: Record<ShapeGeometry['type'], ShapeKind> = {
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
  Point: 'circle',
  LineString: 'corridor',
}

/** Moves a shape to another centre, limited by the poles. */
export function movedTo(shape: Shape, longitude: number, latitude: number): Shape {
  const [x, y] = middleOfShape(shape)
  const move = ([px = 0, py = 0]: Position): Position => {
    const turned = px + longitude - x
    // Lines may exceed 180 degrees by at most one turn; points may not.
    const maxLongitude = shape.geometry.type === 'Point' ? 180 : 360
    const within = Math.abs(turned) > maxLongitude ? nearTo(turned, 0) : turned
    return [rounded(within), rounded(Math.min(90, Math.max(-90, py + latitude - y)))]
  }
  return { ...shape, geometry: moved(shape.geometry, move) }
}

function moved(geometry: ShapeGeometry, move: (position: Position) => Position): ShapeGeometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: move(geometry.coordinates) }
    case 'LineString':
      return { type: 'LineString', coordinates: geometry.coordinates.map(move) }
    case 'Polygon':
      return { type: 'Polygon', coordinates: geometry.coordinates.map((ring) => ring.map(move)) }
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(move))),
      }
  }
}

export function countPositions(geometry: ShapeGeometry): number {
  if (geometry.type === 'Point') return 1
  if (geometry.type === 'LineString') return geometry.coordinates.length
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return parts.flat().reduce((count, ring) => count + ring.length, 0)
}
